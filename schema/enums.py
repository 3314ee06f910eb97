"""Enums: all sets of values that are closed. Each member has the value that the graph stores."""

from enum import Enum

import strawberry


@strawberry.enum(description="Type of an entity.")
class EntityKind(Enum):
    """Type of an entity."""

    PAPER = strawberry.enum_value("Paper", description="A paper.")
    RESEARCHER = strawberry.enum_value("Researcher", description="A researcher.")
    TOPIC = strawberry.enum_value("Topic", description="A topic.")
    INSTITUTION = strawberry.enum_value("Institution", description="An institution.")
    VENUE = strawberry.enum_value("Venue", description="A venue.")
    VOLUME = strawberry.enum_value("Volume", description="A volume of a venue, or a book.")
    FUNDER = strawberry.enum_value("Funder", description="A funder.")


@strawberry.enum(description="Type of work.")
class PaperKind(Enum):
    """Type of work."""

    ARTICLE = strawberry.enum_value("article", description="Article in a journal or in proceedings.")
    PREPRINT = strawberry.enum_value(
        "preprint", description="Manuscript that its authors published, before or without peer review."
    )
    CHAPTER = strawberry.enum_value("chapter", description="Part of a book.")
    BOOK = strawberry.enum_value("book", description="A book.")
    EDITORIAL = strawberry.enum_value("editorial", description="Preface, editorial or introduction.")
    DATASET = strawberry.enum_value("dataset", description="A data set with a description.")
    SOFTWARE = strawberry.enum_value("software", description="Software with a description.")
    MODEL = strawberry.enum_value("model", description="A trained model with a description.")
    THESIS = strawberry.enum_value("thesis", description="A thesis.")
    REPORT = strawberry.enum_value("report", description="A technical report.")
    REVIEW = strawberry.enum_value("review", description="A review of another work.")
    OTHER = strawberry.enum_value("other", description="Anything else.")


@strawberry.enum(description="Origin of the text of a summary.")
class SummaryMethod(Enum):
    """Origin of the text of a summary."""

    STATED = strawberry.enum_value("stated", description="A source states the summary.")
    EXTRACTED = strawberry.enum_value("extracted", description="Byline selected sentences of the abstract.")


@strawberry.enum(description="Fields of a researcher that the person can hide.")
class ProfileField(Enum):
    """Fields of a researcher that the person can hide."""

    AFFILIATIONS = strawberry.enum_value("affiliations", description="Affiliations. Those of papers stay.")
    ALIASES = strawberry.enum_value("aliases", description="Other forms of the name. Author lists of papers stay.")
    HEADLINE = strawberry.enum_value("headline", description="One line about the person.")
    HOMEPAGE = strawberry.enum_value("homepage", description="URL of the home page.")
    OPEN_TO_COLLABORATE = strawberry.enum_value("openToCollaborate", description="Openness to collaboration.")
    ROLE = strawberry.enum_value("role", description="Position.")


@strawberry.enum(description="Type of open access.")
class OpenAccessColor(Enum):
    """Type of open access."""

    DIAMOND = strawberry.enum_value("diamond", description="Open access journal without author fees.")
    GOLD = strawberry.enum_value("gold", description="Open access journal with author fees.")
    HYBRID = strawberry.enum_value("hybrid", description="Open license in a subscription journal.")
    BRONZE = strawberry.enum_value("bronze", description="Free at the publisher, without an open license.")
    GREEN = strawberry.enum_value("green", description="Free in a repository.")
    CLOSED = strawberry.enum_value("closed", description="Not free, as far as the source knows.")


@strawberry.enum(description="Precision of a date.")
class DatePrecision(Enum):
    """Precision of a date."""

    YEAR = strawberry.enum_value("year", description="Only the year is known.")
    MONTH = strawberry.enum_value("month", description="Year and month are known.")
    DAY = strawberry.enum_value("day", description="A day.")
    SECOND = strawberry.enum_value("second", description="A time in UTC.")


@strawberry.enum(description="Direction of a relation between two works.")
class RelationDirection(Enum):
    """Direction of a relation between two works."""

    OUTGOING = strawberry.enum_value(
        "out", description="Works that the paper supplements, corrects, retracts, reviews or is a part or version of."
    )
    INCOMING = strawberry.enum_value(
        "in", description="Works that supplement, correct, retract or review the paper, or are parts or versions of it."
    )


@strawberry.enum(description="Type of an event in the life of a paper.")
class PaperDateKind(Enum):
    """Type of an event in the life of a paper."""

    PUBLISHED = strawberry.enum_value("published", description="The paper was published.")
    UPDATED = strawberry.enum_value("updated", description="A new version was published.")
    CORRECTED = strawberry.enum_value("corrected", description="A correction was published.")
    RETRACTED = strawberry.enum_value("retracted", description="The paper was retracted.")


@strawberry.enum(description="Type of a version of a paper.")
class ManifestationKind(Enum):
    """Type of a version of a paper."""

    PREPRINT = strawberry.enum_value("preprint", description="Preprint.")
    ARTICLE = strawberry.enum_value("article", description="Published article.")
    REVISION = strawberry.enum_value("revision", description="Revised version of the published article.")
    ERRATUM = strawberry.enum_value("erratum", description="List of corrections.")
    ATTACHMENT = strawberry.enum_value("attachment", description="Supplement, such as software or data.")
    PRESENTATION = strawberry.enum_value("presentation", description="Slides or poster.")
    VIDEO = strawberry.enum_value("video", description="Recording of a talk.")
    PAGE = strawberry.enum_value("page", description="Web page about the paper.")


@strawberry.enum(description="Type of a resource.")
class ResourceKind(Enum):
    """Type of a resource."""

    CODE = strawberry.enum_value("code", description="Source code.")
    DATASET = strawberry.enum_value("dataset", description="Data set.")


@strawberry.enum(description="Relation of one work to another.")
class PaperRelationKind(Enum):
    """Relation of one work to another."""

    SUPPLEMENTS = strawberry.enum_value("supplements", description="The first work is a supplement of the second.")
    PART_OF = strawberry.enum_value("part_of", description="The first work is a part of the second.")
    VERSION_OF = strawberry.enum_value("version_of", description="The first work is a version of the second.")
    DERIVED_FROM = strawberry.enum_value("derived_from", description="The first work is derived from the second.")
    DOCUMENTS = strawberry.enum_value("documents", description="The first work documents the second.")
    REQUIRES = strawberry.enum_value("requires", description="The first work requires the second.")
    REVIEWS = strawberry.enum_value("reviews", description="The first work reviews the second.")
    COMMENTS_ON = strawberry.enum_value("comments_on", description="The first work comments on the second.")
    REPLIES_TO = strawberry.enum_value("replies_to", description="The first work replies to the second.")
    TRANSLATES = strawberry.enum_value("translates", description="The first work is a translation of the second.")
    REPLACES = strawberry.enum_value("replaces", description="The first work replaces the second.")
    CORRECTS = strawberry.enum_value("corrects", description="The first work corrects the second.")
    RETRACTS = strawberry.enum_value("retracts", description="The first work retracts the second.")


@strawberry.enum(description="Reason why two papers are similar.")
class SimilarityReasonKind(Enum):
    """Reason why two papers are similar."""

    SHARED_REFERENCES = strawberry.enum_value("SHARED_REFERENCES", description="Both cite the same papers.")
    CITED_TOGETHER = strawberry.enum_value("CITED_TOGETHER", description="The same papers cite both.")
    SHARED_AUTHORS = strawberry.enum_value("SHARED_AUTHORS", description="Both have the same authors.")
    SHARED_TOPICS = strawberry.enum_value("SHARED_TOPICS", description="Both are about the same topics.")
    MEANING = strawberry.enum_value(
        "MEANING",
        description="Titles and abstracts have a similar meaning: the vectors of `byline embed` are near each other. "
        "Never a reason for papers without vectors.",
    )


@strawberry.enum(description="Field of an entity with searchable text.")
class HighlightField(Enum):
    """Field of an entity with searchable text."""

    TITLE = strawberry.enum_value("title", description="Title of a paper or volume.")
    NAME = strawberry.enum_value("name", description="Name.")
    ALIASES = strawberry.enum_value("aliases", description="One of the other names.")
    ACRONYM = strawberry.enum_value("acronym", description="Acronym, or one of the acronyms.")
    CODE = strawberry.enum_value("code", description="Code of a topic.")
    AUTHOR = strawberry.enum_value("author", description="Name of an author, as printed on the paper.")


@strawberry.enum(description="Type of a venue.")
class VenueKind(Enum):
    """Type of a venue."""

    CONFERENCE = strawberry.enum_value("conference", description="Conference series.")
    JOURNAL = strawberry.enum_value("journal", description="Journal.")
    WORKSHOP = strawberry.enum_value("workshop", description="Workshop series.")
    OTHER = strawberry.enum_value("other", description="Any other venue, such as a series of books.")


@strawberry.enum(description="Status of an institution.")
class InstitutionStatus(Enum):
    """Status of an institution."""

    ACTIVE = strawberry.enum_value("active", description="The institution exists.")
    INACTIVE = strawberry.enum_value("inactive", description="The institution no longer exists.")
    WITHDRAWN = strawberry.enum_value("withdrawn", description="The registry withdrew its record.")


@strawberry.enum(description="Verification level of a profile: docs/trust.md.")
class VerificationLevel(Enum):
    """Verification level of a profile."""

    L0 = strawberry.enum_value("L0", description="No public author record.")
    L1 = strawberry.enum_value("L1", description="A public author record.")
    L2 = strawberry.enum_value("L2", description="Claimed by a user with the same verified ORCID iD.")
    L3 = strawberry.enum_value(
        "L3", description="Claimed by a user with an e-mail address at an institution of the person."
    )
    L4 = strawberry.enum_value("L4", description="Claimed, and accepted by a curator.")


@strawberry.enum(description="Order of collaboration paths.")
class PathRanking(Enum):
    """Order of collaboration paths."""

    LENGTH = strawberry.enum_value(
        "LENGTH", description="Shorter paths first; of one length, those with more joint papers on all steps together."
    )
    STRENGTH = strawberry.enum_value(
        "STRENGTH",
        description="Lowest sum of 1 / joint papers, counted in millionths and rounded down: a strong longer path can "
        "precede a weak short one. Then shorter paths.",
    )
    BOTTLENECK = strawberry.enum_value(
        "BOTTLENECK",
        description="Most joint papers on the weakest step: the path with the highest minimum of joint papers comes "
        "first. Then shorter paths.",
    )
    RELIABILITY = strawberry.enum_value(
        "RELIABILITY",
        description="Highest product of 1 - 0.5 ^ joint papers over all steps, compared as the lowest sum of "
        "negative logarithms in millionths: the probability that a message arrives if each joint paper transmits it "
        "with probability 0.5. Then shorter paths.",
    )
    RECENCY = strawberry.enum_value(
        "RECENCY",
        description="Lowest sum of 1 + years since the latest joint paper (99 if unknown, or if more). Then shorter "
        "paths.",
    )


@strawberry.enum(description="Where Byline searched for paths.")
class PathSource(Enum):
    """Where Byline searched for paths."""

    MEMORY = strawberry.enum_value("MEMORY", description="The copy of the co-author network in the server's memory.")
    NEO4J = strawberry.enum_value("NEO4J", description="A search in Neo4j.")


@strawberry.enum(description="Type of an entity on a research map, other than a center.")
class ResearchMapKind(Enum):
    """Type of an entity on a research map, other than a center; the values are labels."""

    RESEARCHER = strawberry.enum_value("Researcher", description="Researchers.")
    PAPER = strawberry.enum_value("Paper", description="Papers.")
    TOPIC = strawberry.enum_value("Topic", description="Topics.")
    INSTITUTION = strawberry.enum_value("Institution", description="Institutions.")


@strawberry.enum(description="Layout of a research map.")
class ResearchMapLayout(Enum):
    """Layout of a research map."""

    FORCE = strawberry.enum_value(
        "FORCE",
        description="Force-directed (Fruchterman and Reingold): connected entities are close to each other.",
    )
    RADIAL = strawberry.enum_value(
        "RADIAL",
        description="Circles around the center, one for each depth; entities of a type are neighbors. Several "
        "centers are on a circle of their own.",
    )


@strawberry.enum(description="Type of a relationship on a research map.")
class ResearchMapEdgeKind(Enum):
    """Type of a relationship on a research map."""

    AUTHORED = strawberry.enum_value("AUTHORED", description="From a researcher to a paper.")
    ABOUT = strawberry.enum_value("ABOUT", description="From a paper to a topic.")
    CITES = strawberry.enum_value("CITES", description="From the citing to the cited paper.")
    WRITTEN_AT = strawberry.enum_value("WRITTEN_AT", description="From a paper to an institution of its authors.")
    APPEARED_IN = strawberry.enum_value("APPEARED_IN", description="From a paper to a volume, or to its venue.")
    AFFILIATED_WITH = strawberry.enum_value("AFFILIATED_WITH", description="From a researcher to an institution.")
    COLLABORATED_WITH = strawberry.enum_value("COLLABORATED_WITH", description="Between two co-authors.")
    PART_OF = strawberry.enum_value("PART_OF", description="From a part to the whole.")
    RELATED_TO = strawberry.enum_value("RELATED_TO", description="Between two related institutions.")
    SUCCEEDED_BY = strawberry.enum_value("SUCCEEDED_BY", description="From an institution to its successor.")
    WROTE_ON = strawberry.enum_value(
        "WROTE_ON", description="From a researcher or an institution to a topic of their papers."
    )


@strawberry.enum(description="Reaction of a user to a paper.")
class ReactionContent(Enum):
    """Reaction of a user to a paper; the values are types of relationships."""

    LIKE = strawberry.enum_value("LIKES", description="Likes the paper. Replaces DISLIKE.")
    DISLIKE = strawberry.enum_value("DISLIKES", description="Dislikes the paper. Replaces LIKE.")
    INSIGHTFUL = strawberry.enum_value("FINDS_INSIGHTFUL", description="Finds the paper insightful.")
    REPRODUCIBLE = strawberry.enum_value("FINDS_REPRODUCIBLE", description="Finds that the results can be reproduced.")
    WELL_WRITTEN = strawberry.enum_value("FINDS_WELL_WRITTEN", description="Finds the paper well written.")
    QUESTIONABLE_METHOD = strawberry.enum_value(
        "FINDS_METHOD_QUESTIONABLE", description="Doubts the method of the paper."
    )
    MISSING_BASELINE = strawberry.enum_value(
        "FINDS_BASELINE_MISSING", description="Misses a comparison with a baseline."
    )


@strawberry.enum(description="Kind of a comment on a paper.")
class CommentKind(Enum):
    """Kind of a comment on a paper."""

    NOTE = strawberry.enum_value("note", description="A remark.")
    CAVEAT = strawberry.enum_value("caveat", description="A limitation or an error that readers should know.")
    REPLICATION = strawberry.enum_value("replication", description="Result of an attempt to reproduce the paper.")
    QUESTION = strawberry.enum_value("question", description="A question to the authors or to other readers.")
