"""Servers that the benchmarks compare with Byline; they are not part of Byline."""
