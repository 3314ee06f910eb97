"""Benchmarks: ratios side by side in one run, on this machine, as `make bench`."""
