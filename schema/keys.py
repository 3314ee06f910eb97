"""The keys by which one thing is asked for."""

import strawberry


@strawberry.input(one_of=True, description="One key of a researcher.")
class ResearcherBy:
    """One key of a researcher."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    orcid: str | None = strawberry.field(default=strawberry.UNSET, description="ORCID iD, in any form.")
    acl: str | None = strawberry.field(default=strawberry.UNSET, description="Person id of the ACL Anthology.")
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex author id.")
    s2: str | None = strawberry.field(default=strawberry.UNSET, description="Semantic Scholar author id.")
    dblp: str | None = strawberry.field(default=strawberry.UNSET, description="DBLP person id.")


@strawberry.input(one_of=True, description="One key of a paper.")
class PaperBy:
    """One key of a paper."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    doi: str | None = strawberry.field(default=strawberry.UNSET, description="DOI, in any form.")
    arxiv: str | None = strawberry.field(default=strawberry.UNSET, description="arXiv id, in any form.")
    acl: str | None = strawberry.field(default=strawberry.UNSET, description="ACL Anthology id.")
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex work id.")
    s2: str | None = strawberry.field(default=strawberry.UNSET, description="Semantic Scholar paper id.")
    pmid: str | None = strawberry.field(default=strawberry.UNSET, description="PubMed id.")
    dblp: str | None = strawberry.field(default=strawberry.UNSET, description="DBLP key.")


@strawberry.input(one_of=True, description="One key of a topic.")
class TopicBy:
    """One key of a topic."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    code: str | None = strawberry.field(default=strawberry.UNSET, description="arXiv category, such as cs.CL.")


@strawberry.input(one_of=True, description="One key of an institution.")
class InstitutionBy:
    """One key of an institution."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    ror: str | None = strawberry.field(default=strawberry.UNSET, description="ROR id, in any form.")


@strawberry.input(one_of=True, description="One key of a venue.")
class VenueBy:
    """One key of a venue."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    acl: str | None = strawberry.field(default=strawberry.UNSET, description="Venue id of the ACL Anthology.")
    issn: str | None = strawberry.field(default=strawberry.UNSET, description="ISSN, any of those that it has.")
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex source id.")


@strawberry.input(one_of=True, description="One key of a volume.")
class VolumeBy:
    """One key of a volume."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    isbn: str | None = strawberry.field(default=strawberry.UNSET, description="ISBN, any of those that it has.")
    key: str | None = strawberry.field(
        default=strawberry.UNSET,
        description="A source's key of it, such as acl:2022.acl-long; or an ISSN and the number, such as "
        "issn:0098-0331/48.",
    )


@strawberry.input(one_of=True, description="One key of a funder.")
class FunderBy:
    """One key of a funder."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    registry: str | None = strawberry.field(
        default=strawberry.UNSET, description="Id in the Open Funder Registry, such as 10.13039/100000001."
    )
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex funder id.")
