"""Tables over HTTP: addresses, pages, sockets, and who may come in."""
