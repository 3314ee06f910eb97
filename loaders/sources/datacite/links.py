"""What a work of DataCite is linked to: other works, and who paid."""

from collections.abc import Iterator

from cypher.identifiers import known
from loaders.files.markup import plain
from loaders.sources.datacite.parts import SOURCE_NAME
from loaders.sources.datacite.schema import Work, each
from loaders.works.funders import Funded, Paid, funded
from loaders.works.relations import Link

WITHIN = ("doi", "arxiv", "pmid", "isbn")
"""Kinds of ids by which related works are told."""


def links(work: Work) -> Iterator[Link]:
    """Yield the relations of a work to those that have an id in form."""
    for one in each(work.related_identifiers):
        scheme = (one.related_identifier_type or "").lower()
        target = known(f"{scheme}:{one.related_identifier}") if scheme in WITHIN and one.related_identifier else None
        if target and one.relation_type:
            yield Link(one.relation_type, target)


def paid(work: Work) -> Funded:
    """Return who paid; an empty list says nothing, for most deposits have one."""
    return funded(
        SOURCE_NAME,
        (
            Paid(
                name=plain(one.funder_name or ""),
                ids=(one.funder_identifier,) if one.funder_identifier else (),
                awards=(one.award_number,) if one.award_number else (),
            )
            for one in each(work.funding_references)
        ),
    )
