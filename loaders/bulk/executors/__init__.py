"""loaders.bulk.executors."""
