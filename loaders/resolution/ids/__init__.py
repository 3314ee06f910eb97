"""Byline IDs: assign to each cluster its current, former or a new ID.

- `history`: the IDs that entities and people had before decisions.
- `restore`: IDs to restore after a revoked merge or a deletion.
- `assign`: choose one ID per cluster.
- `generate`: create new IDs.
"""
