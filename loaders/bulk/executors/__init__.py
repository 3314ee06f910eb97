"""Executors run a step over partitions.

- `local`: in this process, or in a process pool.
- `dask`: on a Dask cluster.
"""
