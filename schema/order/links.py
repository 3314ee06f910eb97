"""What lists over a relationship can be sorted by besides: the relationship's own values."""

from enum import Enum

import strawberry

from schema.order.institution import InstitutionCount, InstitutionSort
from schema.order.paper import PaperCount, PaperSort
from schema.order.researcher import ResearcherCount, ResearcherSort
from schema.order.sort import LinkSortKey, on_edge
from schema.order.topic import TopicCount, TopicSort
from schema.transitive import WalkSort


@strawberry.enum(description="What a place in a by-line can be sorted by.")
class AuthorshipSort(Enum):
    """What a place in a by-line can be sorted by."""

    POSITION = on_edge("position", "number", "Place in the by-line.")
    NAME_AS_WRITTEN = on_edge("nameAsWritten", "text", "The name as printed.")
    CORRESPONDING = on_edge("corresponding", "flag", "Whether the corresponding author.", down=True)


@strawberry.enum(description="What shared papers can be sorted by.")
class SharedPapersSort(Enum):
    """What shared papers can be sorted by."""

    PAPERS = on_edge("papers", "number", "How many.", down=True)
    FIRST_YEAR = on_edge("firstYear", "number", "Year of the earliest dated one.", down=True)
    LAST_YEAR = on_edge("lastYear", "number", "Year of the latest dated one.", down=True)


@strawberry.enum(description="What a paper's filing under a topic can be sorted by.")
class TopicAssignmentSort(Enum):
    """What a paper's filing under a topic can be sorted by."""

    SCORE = on_edge("score", "number", "0 to 1.", down=True)
    PRIMARY = on_edge("primary", "flag", "Whether the first category.", down=True, default=0)
    SOURCE = on_edge("source", "text", "Who says so.")


@strawberry.enum(description="What an affiliation can be sorted by.")
class AffiliationSort(Enum):
    """What an affiliation can be sorted by."""

    SINCE = on_edge("since", "number", "First year.", down=True)
    UNTIL = on_edge("until", "number", "Last year.", down=True)
    ROLE = on_edge("role", "text", "Role.")
    SOURCE = on_edge("source", "text", "Who says so.")


@strawberry.enum(description="What a place in a volume can be sorted by.")
class AppearanceSort(Enum):
    """What a place in a volume can be sorted by."""

    PAGES = on_edge("pages", "text", "First and last page, as text.")
    ISSUE = on_edge("issue", "text", "Issue, as text.")


@strawberry.enum(description="What a place at a venue can be sorted by.")
class PagesSort(Enum):
    """What a place at a venue can be sorted by."""

    PAGES = on_edge("pages", "text", "First and last page, as text.")


@strawberry.enum(description="What an editorship can be sorted by.")
class EditorshipSort(Enum):
    """What an editorship can be sorted by."""

    POSITION = on_edge("position", "number", "Place in the list of editors.")
    NAME_AS_WRITTEN = on_edge("nameAsWritten", "text", "The name as printed.")


@strawberry.enum(description="What a citation can be sorted by.")
class CitationSort(Enum):
    """What a citation can be sorted by."""

    INFLUENTIAL = on_edge("influential", "flag", "Whether the cited had a great part in it.", down=True)


@strawberry.input(description="A sort key for a researcher's papers.")
class AuthoredPaperOrder(LinkSortKey[PaperSort, PaperCount, AuthorshipSort]):
    """A sort key for a researcher's papers."""


@strawberry.input(description="A sort key for citations.")
class CitationOrder(LinkSortKey[PaperSort, PaperCount, CitationSort]):
    """A sort key for citations."""


@strawberry.input(description="A sort key for the authors of a paper.")
class AuthorOrder(LinkSortKey[ResearcherSort, ResearcherCount, AuthorshipSort]):
    """A sort key for the authors of a paper."""


@strawberry.input(description="A sort key for co-authors, or for the people who wrote on a topic.")
class SharedPapersOrder(LinkSortKey[ResearcherSort, ResearcherCount, SharedPapersSort]):
    """A sort key for co-authors, or for the people who wrote on a topic."""


@strawberry.input(description="A sort key for the topics that a researcher wrote on.")
class ResearcherTopicOrder(LinkSortKey[TopicSort, TopicCount, SharedPapersSort]):
    """A sort key for the topics that a researcher wrote on."""


@strawberry.input(description="A sort key for a paper's topics.")
class PaperTopicOrder(LinkSortKey[TopicSort, TopicCount, TopicAssignmentSort]):
    """A sort key for a paper's topics."""


@strawberry.input(description="A sort key for the papers filed under a topic.")
class TopicPaperOrder(LinkSortKey[PaperSort, PaperCount, TopicAssignmentSort]):
    """A sort key for the papers filed under a topic."""


@strawberry.input(description="A sort key for the people who worked at an institution.")
class AffiliatedOrder(LinkSortKey[ResearcherSort, ResearcherCount, AffiliationSort]):
    """A sort key for the people who worked at an institution."""


@strawberry.input(description="A sort key for the papers in a volume.")
class AppearedPaperOrder(LinkSortKey[PaperSort, PaperCount, AppearanceSort]):
    """A sort key for the papers in a volume."""


@strawberry.input(description="A sort key for the papers that appeared at a venue.")
class VenuePaperOrder(LinkSortKey[PaperSort, PaperCount, PagesSort]):
    """A sort key for the papers that appeared at a venue."""


@strawberry.input(description="A sort key for the editors of a volume.")
class EditorOrder(LinkSortKey[ResearcherSort, ResearcherCount, EditorshipSort]):
    """A sort key for the editors of a volume."""


@strawberry.input(description="A sort key for topics some steps broader or narrower.")
class TransitiveTopicOrder(LinkSortKey[TopicSort, TopicCount, WalkSort]):
    """A sort key for topics some steps broader or narrower."""


@strawberry.input(description="A sort key for institutions some steps above or below.")
class TransitiveInstitutionOrder(LinkSortKey[InstitutionSort, InstitutionCount, WalkSort]):
    """A sort key for institutions some steps above or below."""


@strawberry.input(description="A sort key for papers some citations away.")
class TransitivePaperOrder(LinkSortKey[PaperSort, PaperCount, WalkSort]):
    """A sort key for papers some citations away."""
