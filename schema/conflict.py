"""Conflicts of interest of a reviewer with a paper."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import ColumnNode, ColumnNodes
from schema.fields import mapped_field, prop

if TYPE_CHECKING:
    from schema.institution import Institution
    from schema.paper import Paper
    from schema.researcher import Researcher
else:
    Institution: TypeAlias = Annotated["Institution", strawberry.lazy("schema.institution")]
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]
    Researcher: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]


@strawberry.enum(description="Kind of a conflict of interest.")
class ConflictKind(Enum):
    """Kind of a conflict of interest."""

    OWN_PAPER = strawberry.enum_value("own_paper", description="The reviewer is an author of the paper.")
    RECENT_COAUTHOR = strawberry.enum_value(
        "recent_coauthor",
        description="The reviewer wrote with an author within three years of the paper or of the review.",
    )
    SAME_INSTITUTION = strawberry.enum_value(
        "same_institution",
        description="The reviewer and an author are at the same institution, or were in the last two years.",
    )


@strawberry.type(description="A conflict of interest, with its evidence in the graph.")
class ConflictOfInterest:
    """A conflict of interest, with its evidence in the graph."""

    kind: ConflictKind = prop("kind", "Kind of the conflict.")
    evidence: str = prop("evidence", "Evidence in one sentence, plain text.")
    author: Researcher = mapped_field(ColumnNode("author"), "Author of the paper.")
    papers: list[Paper] = mapped_field(
        ColumnNodes("papers"), "The own paper, or at most five joint papers, newest first. Empty for SAME_INSTITUTION."
    )
    institutions: list[Institution] = mapped_field(
        ColumnNodes("institutions"), "The common institution. Empty unless the kind is SAME_INSTITUTION."
    )
