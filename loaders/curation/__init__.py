"""Decisions of curators, and queries about the identity of entities.

- `entity_lookup`: find an entity by any ID.
- `decisions`: merge, keep apart, split, revoke. `decision_log`, `decision_status`: the log, and which decisions apply.
- `explain`, `compare`, `match_model`: evidence for one entity or two, and the probability of a match.
- `review_queue`, `review_item`, `resolved_questions`: uncertain cases.
- `profiles`: statements of users about the researchers of their claimed profiles.
"""
