"""Executors run a step over partitions: in the process, in a process pool, or on a Dask cluster."""
