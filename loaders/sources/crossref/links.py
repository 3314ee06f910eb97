"""What a work of Crossref is linked to: other works, its references, who paid."""

from collections.abc import Iterator

from cypher.identifiers import known
from loaders.files.markup import plain
from loaders.records.parts import WorkRelation
from loaders.sources.crossref.parts import SOURCE_NAME
from loaders.sources.crossref.schema import Work
from loaders.works.funders import Funded, Paid, funded
from loaders.works.relations import Link, update

LINKED = frozenset({"doi", "arxiv", "pmid", "pmcid"})
"""Kinds of ids by which related works are told."""


def links(work: Work) -> Iterator[Link]:
    """Yield the relations of a work to those that have an id in form."""
    for word, others in (work.relation or {}).items():
        for one in others:
            scheme = one.id_type.lower()
            target = known(f"{scheme}:{one.id}") if scheme in LINKED else None
            if target:
                yield Link(word, target)


def updates(work: Work) -> Iterator[WorkRelation]:
    """Yield what the work, as a notice, does to others, and what notices do to it."""
    for said, inverse in ((work.update_to, False), (work.updated_by, True)):
        for one in said or ():
            kind, target = update(one.type), known(f"doi:{one.doi}")
            if kind and target and target != known(f"doi:{work.doi}"):
                yield WorkRelation(kind=kind, target=target, inverse=inverse)


def paid(work: Work) -> Funded:
    """Return who paid, and the records of these."""
    return funded(
        SOURCE_NAME,
        (
            Paid(
                name=plain(one.name or ""),
                ids=tuple(filter(None, (one.doi, *(each.id for each in one.id)))),
                awards=tuple(one.award),
            )
            for one in work.funder or ()
        ),
    )


def references(work: Work, others: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the DOIs of what it cites, and what its relations say that it cites; None where nothing was deposited."""
    if work.reference is None and not others:
        return None
    listed = (known(f"doi:{one.doi}") for one in work.reference or () if one.doi)
    return tuple(dict.fromkeys((*filter(None, listed), *others)))
