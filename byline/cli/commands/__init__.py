"""One module per command of the byline command line."""
