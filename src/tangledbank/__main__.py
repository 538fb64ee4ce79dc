"""`python -m tangledbank` is the command."""

from tangledbank.cli.main import main

main()
