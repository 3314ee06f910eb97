"""Blocking: fetch from the graph everything that a batch may match.

- `records`: records that share an ID or title key with the batch.
- `mentions`: person mentions that share the key of a name with the batch.
- `mention_cache`: the mentions that earlier batches of a load have fetched.
"""
