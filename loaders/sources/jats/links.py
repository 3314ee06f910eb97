"""What an article in JATS is linked to: other articles, its references, who paid."""

from collections.abc import Iterator
from typing import NamedTuple

from cypher.identifiers import known
from loaders.files.markup import Element
from loaders.records.addresses import id_in
from loaders.records.parts import WorkRelation, WorkRelationKind
from loaders.works.funders import Funded, Paid, funded
from loaders.works.running_text import HREF, text

SOURCE_NAME = "jats"
SCHEMES = {"doi": "doi", "pmid": "pmid", "pmc": "pmcid", "pmcid": "pmcid", "arxiv": "arxiv"}
"""Kinds of ids that the graph knows."""
RELATIONS: dict[str, tuple[WorkRelationKind, bool]] = {
    "corrected-article": ("corrects", False),
    "correction-forward": ("corrects", True),
    "correction": ("corrects", True),
    "retracted-article": ("retracts", False),
    "retraction-forward": ("retracts", True),
    "retraction": ("retracts", True),
    "partial-retraction": ("corrects", True),
    "object-of-concern": ("comments_on", False),
    "expression-of-concern": ("comments_on", True),
    "addended-article": ("supplements", False),
    "addendum": ("supplements", True),
    "updated-article": ("replaces", False),
    "update": ("replaces", True),
    "republished-article": ("version_of", False),
    "commentary-article": ("comments_on", False),
    "commentary": ("comments_on", True),
    "letter": ("comments_on", True),
    "letter-reply": ("replies_to", True),
    "reply": ("replies_to", True),
    "peer-reviewed-article": ("reviews", False),
    "reviewed-article": ("reviews", False),
    "peer-review": ("reviews", True),
    "translated-article": ("translates", False),
    "translation": ("translates", True),
}
"""What each type of related article says: how this one stands to that, and whether it is the other way round."""
RETRACTED = frozenset({"retraction-forward", "retraction"})
SAME_WORK = "preprint"
"""The type of related article that is this one's preprint."""


def ids(said: Element) -> Iterator[str]:
    """Yield the ids, in form, that stand in an element of a reference, or in its links."""
    for one in said.iter("pub-id", "object-id", "ext-link", "uri"):
        kind = one.get("pub-id-type") or ""
        value = text(one) or ""
        found = known(f"{SCHEMES[kind]}:{value}") if kind in SCHEMES else id_in(one.get(HREF) or value)
        if found:
            yield found


def references(article: Element) -> tuple[str, ...] | None:
    """Return the ids of what is cited; None where no references are listed."""
    lists = article.findall("back//ref-list")
    if not lists:
        return None
    return tuple(dict.fromkeys(found for one in lists for ref in one.iterfind("ref") for found in ids(ref)))


class Related(NamedTuple):
    """How an article stands to others, ids of its own preprint, and whether it says that one of them retracts it."""

    relations: tuple[WorkRelation, ...]
    same: tuple[str, ...]
    retracted: bool


def related(meta: Element) -> Related:
    """Return what the related articles of an article say."""
    found: list[WorkRelation] = []
    same: list[str] = []
    retracted = False
    for one in (*meta.iterfind("related-article"), *meta.iterfind("related-object")):
        named = (one.get("related-article-type") or one.get("link-type") or "").lower()
        retracted |= named in RETRACTED
        target = _target(one)
        if named == SAME_WORK and target:
            same.append(target)
        if named in RELATIONS and target:
            kind, inverse = RELATIONS[named]
            found.append(WorkRelation(kind=kind, target=target, inverse=inverse))
    return Related(tuple(found), tuple(same), retracted)


def _target(said: Element) -> str | None:
    kind = SCHEMES.get((said.get("ext-link-type") or said.get("document-id-type") or "").lower(), "doi")
    value = said.get(HREF) or said.get("document-id") or ""
    return known(f"{kind}:{value}") or id_in(value) or next(ids(said), None)


def funding(meta: Element) -> Funded | None:
    """Return who paid; None where the article has no such group."""
    groups = meta.findall("funding-group")
    if not groups:
        return None
    return funded(
        SOURCE_NAME, (paid for group in groups for one in group.iterfind("award-group") for paid in _paid(one))
    )


def _paid(award: Element) -> Iterator[Paid]:
    numbers = tuple(found for one in award.iterfind("award-id") if (found := text(one)))
    for source in award.iterfind("funding-source"):
        named = source.find("institution-wrap/institution")
        if named is None:
            named = source.find("institution")
        wrapped = source.iter("institution-id")
        raw = ("".join(map(str, one.itertext())).strip() for one in wrapped)
        yield Paid(
            name=text(named if named is not None else source),
            ids=tuple(filter(None, (*raw, source.get(HREF)))),
            awards=numbers,
            country=source.get("country"),
        )
