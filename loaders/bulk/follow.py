"""What follows from the rows of all partitions: by-lines, citations, places, counts.

These are the facts that `cypher/write` and `cypher/derive` give a graph that is loaded batch by batch, here in SQL.
"""

from cypher.trust import order
from loaders.bulk.duck import Duck
from loaders.bulk.shelf import Shelf

STEPS = (
    "join_things",
    "join_by_lines",
    "join_citations",
    "join_places",
    "count_papers",
    "count_people",
    "nodes",
    "edges",
)


def run(duck: Duck, shelf: Shelf) -> None:
    """Make a view for each label and each type of relationship."""
    for step in STEPS:
        if step != STEPS[0]:  # which makes the tables that the others gather
            duck.expect(max(int(str(row[0])) for row in duck.ask("largest")))
        trust = {"trust": list(order("name of a person")), "trust_venues": list(order("venue"))}
        duck.run(step, person_ids=shelf.parts("person_ids"), **trust)
