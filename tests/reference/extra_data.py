"""Data that the sample lacks: invented funders, awards, relations and intents for the sample's papers."""

from collections.abc import Sequence
from random import Random

from loaders.records.parts import Funding, WorkRelation, WorkRelationKind
from loaders.records.record import CitationRecord, FunderRecord, OpenAccessColor, PaperRecord, Record

FUNDERS = ("Aster Fund", "Birch Council", "Cedar Trust", "Dahlia Office", "Elm Foundation")
KINDS: tuple[WorkRelationKind, ...] = ("supplements", "corrects", "reviews", "part_of")
COLORS: tuple[OpenAccessColor | None, ...] = ("gold", "green", "closed", None)


def besides(ids: Sequence[str]) -> list[Record]:
    """Return records about the papers with these IDs, of which there are at least two. Deterministic."""
    random = Random(7)  # noqa: S311 no secret
    said: list[Record] = [
        FunderRecord(
            source="made-up",
            key=f"f{number}",
            name=name,
            ids=(f"funder:{number}",),
            country_code=("CA", "DE", None)[number % 3],
        )
        for number, name in enumerate(FUNDERS, 1)
    ]
    for place, paper in enumerate(ids):
        paid = random.sample(range(1, len(FUNDERS) + 1), place % 4)
        others = random.sample(ids, 2)
        said.append(
            PaperRecord(
                source="made-up",
                key=f"p{place}",
                title=f"Title {place}",
                ids=(paper,),
                open_access_color=random.choice(COLORS),
                funding=tuple(Funding(funder=f"funder:{one}", awards=(f"A{place % 5}",)) for one in paid) or None,
                relations=tuple(WorkRelation(kind=random.choice(KINDS), target=one) for one in others[: place % 3]),
            )
        )
        said.append(
            CitationRecord(
                source="made-up",
                key=f"c{place}",
                citing=paper,
                cited=others[0],
                intents=random.choice(((), ("background",), ("methodology", "result"))),
                influential=random.choice((True, False, None)),
            )
        )
    return said
