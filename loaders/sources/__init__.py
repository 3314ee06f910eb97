"""One module per source; each yields typed records."""
