"""One module per service that can be fetched from."""
