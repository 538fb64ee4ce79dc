"""Tables in the browser: store, hub, pages, sockets."""
