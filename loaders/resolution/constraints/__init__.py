"""Curators' decisions as constraints on entity resolution.

- `repository`: fetch the decisions that refer to a batch and its candidates.
- `decisions`: the records, names and IDs that a decision refers to; constraints on entities.
- `name_anchors`: find the names that decisions refer to, even if respelled.
- `model`: choose the decisions in force, and derive must-link and cannot-link constraints.
- `apply`: attach the constraints on people to their mentions.
"""
