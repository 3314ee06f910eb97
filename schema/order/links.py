"""Sort keys of lists over a relationship: properties of the relationship."""

from enum import Enum

import strawberry

from schema.order.institution import InstitutionOrderCount, InstitutionOrderField
from schema.order.paper import PaperOrderCount, PaperOrderField
from schema.order.researcher import ResearcherOrderCount, ResearcherOrderField
from schema.order.sort import LinkSortKey, on_edge
from schema.order.topic import TopicOrderCount, TopicOrderField
from schema.order.venue import VenueOrderCount, VenueOrderField
from schema.transitive import DepthOrderField


@strawberry.enum(description="Sort keys for authorships.")
class AuthorshipOrderField(Enum):
    """Sort keys for authorships."""

    POSITION = on_edge("position", "number", "Position in the author list.")
    NAME_AS_WRITTEN = on_edge("nameAsWritten", "text", "Name as printed.")
    CORRESPONDING = on_edge("corresponding", "flag", "True for a corresponding author.", down=True)


@strawberry.enum(description="Sort keys for joint papers.")
class SharedPapersOrderField(Enum):
    """Sort keys for joint papers."""

    PAPER_COUNT = on_edge("papers", "number", "Number of joint papers.", down=True)
    FIRST_YEAR = on_edge("firstYear", "number", "Year of the earliest dated one.", down=True)
    LAST_YEAR = on_edge("lastYear", "number", "Year of the latest dated one.", down=True)


@strawberry.enum(description="Sort keys for shared co-authors.")
class SharedCollaboratorsOrderField(Enum):
    """Sort keys for shared co-authors."""

    SHARED_COLLABORATOR_COUNT = on_edge("shared", "number", "Number of shared co-authors.", down=True)


@strawberry.enum(description="Sort keys for papers that are cited together with a paper.")
class CoCitedPaperOrderField(Enum):
    """Sort keys for papers that are cited together with a paper."""

    CITING_PAPER_COUNT = on_edge("shared", "number", "Number of papers that cite both.", down=True)


@strawberry.enum(description="Sort keys for papers with shared references.")
class CoupledPaperOrderField(Enum):
    """Sort keys for papers with shared references."""

    SHARED_REFERENCE_COUNT = on_edge("shared", "number", "Number of shared references.", down=True)
    SHARED_REFERENCE_SHARE = on_edge("share", "number", "Shared references divided by all references.", down=True)


@strawberry.enum(description="Sort keys for topics that occur in the same papers.")
class RelatedTopicOrderField(Enum):
    """Sort keys for topics that occur in the same papers."""

    PAPER_COUNT = on_edge("papers", "number", "Number of papers about both.", down=True)
    SHARE = on_edge("share", "number", "Share of the papers about the first topic.", down=True)


@strawberry.enum(description="Sort keys for venues that citations connect.")
class RelatedVenueOrderField(Enum):
    """Sort keys for venues that citations connect."""

    CITATION_COUNT = on_edge("citations", "number", "Citations in both directions.", down=True)
    CITED_COUNT = on_edge("cited", "number", "Citations of papers at the related venue.", down=True)
    CITING_COUNT = on_edge("citing", "number", "Citations by papers at the related venue.", down=True)


@strawberry.enum(description="Sort keys for the topics of papers.")
class TopicAssignmentOrderField(Enum):
    """Sort keys for the topics of papers."""

    SCORE = on_edge("score", "number", "0 to 1.", down=True)
    PRIMARY = on_edge("primary", "flag", "True for the primary category.", down=True, default=0)
    SOURCE = on_edge("source", "text", "Source of the statement.")


@strawberry.enum(description="Sort keys for affiliations.")
class AffiliationOrderField(Enum):
    """Sort keys for affiliations."""

    SINCE = on_edge("since", "number", "First year.", down=True)
    UNTIL = on_edge("until", "number", "Last year.", down=True)
    ROLE = on_edge("role", "text", "Role.")
    SOURCE = on_edge("source", "text", "Source of the statement.")


@strawberry.enum(description="Sort keys for the institutions of a paper.")
class PaperInstitutionOrderField(Enum):
    """Sort keys for the institutions of a paper."""

    POSITION = on_edge("position", "number", "Position of the first author from the institution.")


@strawberry.enum(description="Sort keys for appearances in a volume.")
class AppearanceOrderField(Enum):
    """Sort keys for appearances in a volume."""

    PAGES = on_edge("pages", "text", "First and last page, as text.")
    ISSUE = on_edge("issue", "text", "Issue, as text.")


@strawberry.enum(description="Sort keys for papers of a venue.")
class PagesOrderField(Enum):
    """Sort keys for papers of a venue."""

    PAGES = on_edge("pages", "text", "First and last page, as text.")


@strawberry.enum(description="Sort keys for editorships.")
class EditorshipOrderField(Enum):
    """Sort keys for editorships."""

    POSITION = on_edge("position", "number", "Place in the list of editors.")
    NAME_AS_WRITTEN = on_edge("nameAsWritten", "text", "Name as printed.")


@strawberry.enum(description="Sort keys for citations.")
class CitationOrderField(Enum):
    """Sort keys for citations."""

    INFLUENTIAL = on_edge(
        "influential", "flag", "True if the cited paper was highly influential for the citing paper.", down=True
    )


@strawberry.input(description="A sort key for a researcher's papers.")
class ResearcherPaperOrder(LinkSortKey[PaperOrderField, PaperOrderCount, AuthorshipOrderField]):
    """A sort key for a researcher's papers."""


@strawberry.input(description="A sort key for citations.")
class PaperCitationOrder(LinkSortKey[PaperOrderField, PaperOrderCount, CitationOrderField]):
    """A sort key for citations."""


@strawberry.input(description="A sort key for the authors of a paper.")
class PaperAuthorOrder(LinkSortKey[ResearcherOrderField, ResearcherOrderCount, AuthorshipOrderField]):
    """A sort key for the authors of a paper."""


@strawberry.input(description="A sort key for the co-authors of a researcher.")
class ResearcherCollaboratorOrder(LinkSortKey[ResearcherOrderField, ResearcherOrderCount, SharedPapersOrderField]):
    """A sort key for the co-authors of a researcher."""


@strawberry.input(description="A sort key for the co-authors of co-authors.")
class IndirectCollaboratorOrder(LinkSortKey[ResearcherOrderField, ResearcherOrderCount, SharedCollaboratorsOrderField]):
    """A sort key for the co-authors of co-authors."""


@strawberry.input(description="A sort key for papers that are cited together with a paper.")
class CoCitedPaperOrder(LinkSortKey[PaperOrderField, PaperOrderCount, CoCitedPaperOrderField]):
    """A sort key for papers that are cited together with a paper."""


@strawberry.input(description="A sort key for papers that have references in common with a paper.")
class CoupledPaperOrder(LinkSortKey[PaperOrderField, PaperOrderCount, CoupledPaperOrderField]):
    """A sort key for papers that have references in common with a paper."""


@strawberry.input(description="A sort key for topics that occur in the same papers as a topic.")
class RelatedTopicOrder(LinkSortKey[TopicOrderField, TopicOrderCount, RelatedTopicOrderField]):
    """A sort key for topics that occur in the same papers as a topic."""


@strawberry.input(description="A sort key for institutions that wrote papers together with an institution.")
class InstitutionPartnerOrder(LinkSortKey[InstitutionOrderField, InstitutionOrderCount, SharedPapersOrderField]):
    """A sort key for institutions that wrote papers together with an institution."""


@strawberry.input(description="A sort key for venues that citations connect to a venue.")
class RelatedVenueOrder(LinkSortKey[VenueOrderField, VenueOrderCount, RelatedVenueOrderField]):
    """A sort key for venues that citations connect to a venue."""


@strawberry.input(description="A sort key for the authors of papers about a topic.")
class TopicResearcherOrder(LinkSortKey[ResearcherOrderField, ResearcherOrderCount, SharedPapersOrderField]):
    """A sort key for the authors of papers about a topic."""


@strawberry.input(description="A sort key for the topics that a researcher wrote on.")
class ResearcherTopicOrder(LinkSortKey[TopicOrderField, TopicOrderCount, SharedPapersOrderField]):
    """A sort key for the topics that a researcher wrote on."""


@strawberry.input(description="A sort key for a paper's topics.")
class PaperTopicOrder(LinkSortKey[TopicOrderField, TopicOrderCount, TopicAssignmentOrderField]):
    """A sort key for a paper's topics."""


@strawberry.input(description="A sort key for the papers filed under a topic.")
class TopicPaperOrder(LinkSortKey[PaperOrderField, PaperOrderCount, TopicAssignmentOrderField]):
    """A sort key for the papers filed under a topic."""


@strawberry.input(description="Sort key for people who worked at an institution.")
class InstitutionResearcherOrder(LinkSortKey[ResearcherOrderField, ResearcherOrderCount, AffiliationOrderField]):
    """Sort key for people who worked at an institution."""


@strawberry.input(description="A sort key for the affiliations of a researcher.")
class ResearcherAffiliationOrder(LinkSortKey[InstitutionOrderField, InstitutionOrderCount, AffiliationOrderField]):
    """A sort key for the affiliations of a researcher."""


@strawberry.input(description="A sort key for the institutions of a paper.")
class PaperInstitutionOrder(LinkSortKey[InstitutionOrderField, InstitutionOrderCount, PaperInstitutionOrderField]):
    """A sort key for the institutions of a paper."""


@strawberry.input(description="A sort key for the papers in a volume.")
class VolumePaperOrder(LinkSortKey[PaperOrderField, PaperOrderCount, AppearanceOrderField]):
    """A sort key for the papers in a volume."""


@strawberry.input(description="A sort key for the papers that appeared at a venue.")
class VenuePaperOrder(LinkSortKey[PaperOrderField, PaperOrderCount, PagesOrderField]):
    """A sort key for the papers that appeared at a venue."""


@strawberry.input(description="A sort key for the editors of a volume.")
class VolumeEditorOrder(LinkSortKey[ResearcherOrderField, ResearcherOrderCount, EditorshipOrderField]):
    """A sort key for the editors of a volume."""


@strawberry.input(description="A sort key for topics some steps broader or narrower.")
class TopicHierarchyOrder(LinkSortKey[TopicOrderField, TopicOrderCount, DepthOrderField]):
    """A sort key for topics some steps broader or narrower."""


@strawberry.input(description="A sort key for institutions some steps above or below.")
class InstitutionHierarchyOrder(LinkSortKey[InstitutionOrderField, InstitutionOrderCount, DepthOrderField]):
    """A sort key for institutions some steps above or below."""


@strawberry.input(description="A sort key for papers some citations away.")
class PaperTransitiveCitationOrder(LinkSortKey[PaperOrderField, PaperOrderCount, DepthOrderField]):
    """A sort key for papers some citations away."""


@strawberry.enum(description="Sort keys for acts of the viewer.")
class ViewerActOrderField(Enum):
    """Sort keys for acts of the viewer."""

    SINCE = on_edge("since", "text", "Time of the act.", down=True)


@strawberry.input(description="A sort key for papers on which the viewer acted.")
class ViewerPaperOrder(LinkSortKey[PaperOrderField, PaperOrderCount, ViewerActOrderField]):
    """A sort key for papers on which the viewer acted."""


@strawberry.enum(description="Sort keys for papers of a collection.")
class CollectionItemOrderField(Enum):
    """Sort keys for papers of a collection."""

    POSITION = on_edge("position", "number", "Position in the collection.")
    NOTE = on_edge("note", "text", "Note of the owner.", default="")
    SINCE = on_edge("since", "text", "Time at which the paper was added.", down=True)


@strawberry.input(description="A sort key for papers of a collection.")
class CollectionPaperOrder(LinkSortKey[PaperOrderField, PaperOrderCount, CollectionItemOrderField]):
    """A sort key for papers of a collection."""
