"""An independent definition of the relationships that lists contain and filters refer to."""

from collections.abc import Callable
from typing import Any, TypeAlias

from tests.reference.graph_dump import Step, Thing

Row: TypeAlias = tuple[dict[str, Any], Thing]
Walk: TypeAlias = Callable[[Thing], list[Row]]
EDGE_PROPERTIES = {"paperCount": "papers"}
"""Field of an edge -> property of the relationship, if the names differ."""


def edge_value(props: dict[str, Any], field: str) -> Any:  # noqa: ANN401 any property
    """Return the value of a field of an edge."""
    return props.get(EDGE_PROPERTIES.get(field, field))


def rows(steps: list[Step]) -> list[Row]:
    """Return relationships as pairs of properties and far node."""
    return [(step.props, step.thing) for step in steps]


def _topics(person: Thing) -> list[Row]:
    found: dict[int, tuple[Thing, list[Thing]]] = {}
    for step in person.out["AUTHORED"]:
        for about in step.thing.out["ABOUT"]:
            found.setdefault(id(about.thing), (about.thing, []))[1].append(step.thing)
    return [
        (
            {
                "papers": len({id(paper) for paper in papers}),
                "firstYear": min((p.props["year"] for p in papers if p.props.get("year")), default=None),
                "lastYear": max((p.props["year"] for p in papers if p.props.get("year")), default=None),
            },
            topic,
        )
        for topic, papers in found.values()
    ]


def _collaborations(person: Thing) -> list[Row]:
    return rows(person.out["COLLABORATED_WITH"]) + rows(person.into["COLLABORATED_WITH"])


def _transitive(kind: str, *, back: bool) -> Walk:
    """Follow a relationship repeatedly; yields each node once, with its smallest number of steps."""

    def walk(start: Thing) -> list[Row]:
        found: list[Row] = []
        seen, depth = {id(start)}, 0
        near: list[Thing] = [start]
        while near:
            depth += 1
            reached = [step.thing for one in near for step in (one.into if back else one.out)[kind]]
            near = list[Thing]()
            for thing in reached:
                if id(thing) not in seen and thing.label == start.label:
                    seen.add(id(thing))
                    near.append(thing)
            found += [({"depth": depth}, thing) for thing in near]
        return found

    return walk


def _up_to(depth: int, walk: Walk) -> Walk:
    return lambda start: [row for row in walk(start) if row[0]["depth"] <= depth]


CONNECTIONS: dict[tuple[str, str], Walk] = {
    ("Researcher", "papers"): lambda thing: rows(thing.out["AUTHORED"]),
    ("Researcher", "collaborators"): _collaborations,
    ("Researcher", "closeCollaborators"): lambda thing: [
        row for row in _collaborations(thing) if row[0]["papers"] >= 2
    ],
    ("Researcher", "topics"): _topics,
    ("Paper", "authors"): lambda thing: rows(thing.into["AUTHORED"]),
    ("Paper", "topics"): lambda thing: rows(thing.out["ABOUT"]),
    ("Paper", "references"): lambda thing: rows(thing.out["CITES"]),
    ("Paper", "citedBy"): lambda thing: rows(thing.into["CITES"]),
    ("Paper", "transitiveReferences"): _up_to(2, _transitive("CITES", back=False)),
    ("Paper", "transitiveCitedBy"): _up_to(2, _transitive("CITES", back=True)),
    ("Paper", "relations"): lambda thing: rows(thing.out["RELATES_TO"]),
    ("Paper", "funders"): lambda thing: rows(thing.out["FUNDED_BY"]),
    ("Funder", "papers"): lambda thing: rows(thing.into["FUNDED_BY"]),
    ("Topic", "ancestors"): _transitive("PART_OF", back=False),
    ("Topic", "descendants"): _transitive("PART_OF", back=True),
    ("Institution", "ancestors"): _transitive("PART_OF", back=False),
    ("Institution", "descendants"): _transitive("PART_OF", back=True),
    ("Topic", "papers"): lambda thing: rows(thing.into["ABOUT"]),
    ("Institution", "researchers"): lambda thing: rows(thing.into["AFFILIATED_WITH"]),
    ("Venue", "volumes"): lambda thing: [row for row in rows(thing.into["PART_OF"]) if row[1].label == "Volume"],
    ("Volume", "papers"): lambda thing: rows(thing.into["APPEARED_IN"]),
    ("Volume", "editors"): lambda thing: rows(thing.into["EDITED"]),
}


def _chain(*walks: Walk) -> Walk:
    """Follow several relationships in turn, with the properties of the first."""

    def walk(thing: Thing) -> list[Row]:
        found: list[Row] = [({}, thing)]
        for place, step in enumerate(walks):
            found = [(far[0] if place == 0 else props, far[1]) for props, near in found for far in step(near)]
        return found

    return walk


def _into(kind: str) -> Walk:
    return lambda thing: rows(thing.into[kind])


def _out(kind: str) -> Walk:
    return lambda thing: rows(thing.out[kind])


LINKS: dict[tuple[str, str], Walk] = {
    ("Paper", "authors"): _into("AUTHORED"),
    ("Paper", "topics"): _out("ABOUT"),
    ("Paper", "references"): _out("CITES"),
    ("Paper", "citedBy"): _into("CITES"),
    ("Paper", "outgoingRelations"): _out("RELATES_TO"),
    ("Paper", "incomingRelations"): _into("RELATES_TO"),
    ("Paper", "funders"): _out("FUNDED_BY"),
    ("Funder", "papers"): _into("FUNDED_BY"),
    ("Paper", "institutions"): _out("WRITTEN_AT"),
    ("Paper", "volumes"): _out("APPEARED_IN"),
    ("Paper", "venues"): _chain(_out("APPEARED_IN"), _out("PART_OF")),
    ("Researcher", "papers"): _out("AUTHORED"),
    ("Researcher", "collaborators"): _collaborations,
    ("Researcher", "topics"): _chain(_out("AUTHORED"), _out("ABOUT")),
    ("Researcher", "affiliations"): _out("AFFILIATED_WITH"),
    ("Topic", "papers"): _into("ABOUT"),
    ("Topic", "researchers"): _chain(_into("ABOUT"), _into("AUTHORED")),
    ("Institution", "papers"): _into("WRITTEN_AT"),
    ("Institution", "researchers"): _into("AFFILIATED_WITH"),
    ("Institution", "parents"): _out("PART_OF"),
    ("Institution", "ancestors"): _transitive("PART_OF", back=False),
    ("Institution", "descendants"): _transitive("PART_OF", back=True),
    ("Topic", "ancestors"): _transitive("PART_OF", back=False),
    ("Topic", "descendants"): _transitive("PART_OF", back=True),
    ("Venue", "volumes"): _into("PART_OF"),
    ("Venue", "papers"): _chain(_into("PART_OF"), _into("APPEARED_IN")),
    ("Volume", "venues"): _out("PART_OF"),
    ("Volume", "papers"): _into("APPEARED_IN"),
}
"""What a filter's `some`, `all`, `none`, `single` and `count` speak of."""
