"""Normal forms, and the priority of sources.

- `text_repair`: repair damaged encodings. `text`: normal forms of names and titles.
  `sentences`: sentences and words of a text.
- `identifiers`: normal forms of external IDs.
- `source_priority`: which source is preferred for each kind of value.
- `trust_rules`: the points of each kind of evidence for trust scores.
"""
