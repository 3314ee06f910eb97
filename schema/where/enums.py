"""Filters on enums."""

import strawberry

from schema.enums import (
    CommentKind,
    DatePrecision,
    InstitutionStatus,
    OpenAccessColor,
    PaperKind,
    PaperRelationKind,
    VenueKind,
    VerificationLevel,
)
from schema.filters import EnumFilter, EnumListFilter


@strawberry.input(description="Filter on the type of a work.")
class PaperKindFilter(EnumFilter[PaperKind]):
    """Filter on the type of a work."""


@strawberry.input(description="Filter on the type of open access.")
class OpenAccessColorFilter(EnumFilter[OpenAccessColor]):
    """Filter on the type of open access."""


@strawberry.input(description="Filter on the precision of a date.")
class DatePrecisionFilter(EnumFilter[DatePrecision]):
    """Filter on the precision of a date."""


@strawberry.input(description="Filter on the type of a venue.")
class VenueKindFilter(EnumFilter[VenueKind]):
    """Filter on the type of a venue."""


@strawberry.input(description="Filter on the status of an institution.")
class InstitutionStatusFilter(EnumFilter[InstitutionStatus]):
    """Filter on the status of an institution."""


@strawberry.input(description="Filter on a verification level.")
class VerificationLevelFilter(EnumFilter[VerificationLevel]):
    """Filter on a verification level."""


@strawberry.input(description="Filter on a list of relations between works.")
class PaperRelationKindListFilter(EnumListFilter[PaperRelationKind]):
    """Filter on a list of relations between works."""


@strawberry.input(description="Filter on the kind of a comment.")
class CommentKindFilter(EnumFilter[CommentKind]):
    """Filter on the kind of a comment."""
