"""Lists of everything of one kind."""

import strawberry

from schema.funder import Funder
from schema.groups.named import GroupedFunders, GroupedInstitutions, GroupedTopics, GroupedVenues, GroupedVolumes
from schema.groups.paper import GroupedPapers
from schema.groups.researcher import GroupedResearchers
from schema.institution import Institution
from schema.paging import Edge, RootConnection
from schema.paper import Paper
from schema.researcher import Researcher
from schema.topic import Topic
from schema.venue import Venue, Volume


@strawberry.type(description="A researcher in a list.")
class ResearcherEdge(Edge[Researcher]):
    """A researcher in a list."""


@strawberry.type(description="Researchers.")
class ResearcherConnection(RootConnection[ResearcherEdge, Researcher], GroupedResearchers):
    """Researchers."""


@strawberry.type(description="A paper in a list.")
class PaperEdge(Edge[Paper]):
    """A paper in a list."""


@strawberry.type(description="Papers.")
class PaperConnection(RootConnection[PaperEdge, Paper], GroupedPapers):
    """Papers."""


@strawberry.type(description="A topic in a list.")
class TopicEdge(Edge[Topic]):
    """A topic in a list."""


@strawberry.type(description="Topics.")
class TopicConnection(RootConnection[TopicEdge, Topic], GroupedTopics):
    """Topics."""


@strawberry.type(description="An institution in a list.")
class InstitutionEdge(Edge[Institution]):
    """An institution in a list."""


@strawberry.type(description="Institutions.")
class InstitutionConnection(RootConnection[InstitutionEdge, Institution], GroupedInstitutions):
    """Institutions."""


@strawberry.type(description="A venue in a list.")
class VenueEdge(Edge[Venue]):
    """A venue in a list."""


@strawberry.type(description="Venues.")
class VenueConnection(RootConnection[VenueEdge, Venue], GroupedVenues):
    """Venues."""


@strawberry.type(description="A volume in a list.")
class VolumeEdge(Edge[Volume]):
    """A volume in a list."""


@strawberry.type(description="Volumes.")
class VolumeConnection(RootConnection[VolumeEdge, Volume], GroupedVolumes):
    """Volumes."""


@strawberry.type(description="A funder in a list.")
class FunderEdge(Edge[Funder]):
    """A funder in a list."""


@strawberry.type(description="Funders.")
class FunderConnection(RootConnection[FunderEdge, Funder], GroupedFunders):
    """Funders."""
