"""Sort keys of each list."""
