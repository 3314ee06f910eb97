"""Links of a JATS article: related articles, references, and funders."""

from collections.abc import Iterator
from typing import NamedTuple

from loaders.bibliographic.funders import FunderMention, FundingResult, resolve_funders
from loaders.bibliographic.jats_text import HREF, text
from loaders.formats.markup import Element
from loaders.records.parts import WorkRelation, WorkRelationKind
from loaders.records.urls import extract_identifier
from normalization.identifiers import normalize_or_none

SOURCE_NAME = "jats"
SCHEMES = {"doi": "doi", "pmid": "pmid", "pmc": "pmcid", "pmcid": "pmcid", "arxiv": "arxiv"}
"""Schemes of IDs that the graph supports."""
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
"""Relation of this article to the related one for each type, and whether it is inverse."""
RETRACTED = frozenset({"retraction-forward", "retraction"})
SAME_WORK = "preprint"
"""Type of a related article that is the preprint of this article."""


def ids(parent: Element) -> Iterator[str]:
    """Yield the valid IDs in a reference or in its links."""
    for element in parent.iter("pub-id", "object-id", "ext-link", "uri"):
        kind = element.get("pub-id-type") or ""
        value = text(element) or ""
        identifier = (
            normalize_or_none(f"{SCHEMES[kind]}:{value}")
            if kind in SCHEMES
            else extract_identifier(element.get(HREF) or value)
        )
        if identifier:
            yield identifier


def references(article: Element) -> tuple[str, ...] | None:
    """Return the IDs of the cited works; None if there is no reference list."""
    lists = article.findall("back//ref-list")
    if not lists:
        return None
    refs = (ref for ref_list in lists for ref in ref_list.iterfind("ref"))
    return tuple(dict.fromkeys(identifier for ref in refs for identifier in ids(ref)))


class Related(NamedTuple):
    """Relations of an article, the IDs of its preprint, and whether a related article retracts it."""

    relations: tuple[WorkRelation, ...]
    same: tuple[str, ...]
    retracted: bool


def related(meta: Element) -> Related:
    """Return the relations in the article's metadata."""
    relations: list[WorkRelation] = []
    same: list[str] = []
    retracted = False
    for link in (*meta.iterfind("related-article"), *meta.iterfind("related-object")):
        link_type = (link.get("related-article-type") or link.get("link-type") or "").lower()
        retracted |= link_type in RETRACTED
        target = _target(link)
        if link_type == SAME_WORK and target:
            same.append(target)
        if link_type in RELATIONS and target:
            kind, inverse = RELATIONS[link_type]
            relations.append(WorkRelation(kind=kind, target=target, inverse=inverse))
    return Related(tuple(relations), tuple(same), retracted)


def _target(element: Element) -> str | None:
    kind = SCHEMES.get((element.get("ext-link-type") or element.get("document-id-type") or "").lower(), "doi")
    value = element.get(HREF) or element.get("document-id") or ""
    return normalize_or_none(f"{kind}:{value}") or extract_identifier(value) or next(ids(element), None)


def funding(meta: Element) -> FundingResult | None:
    """Return the funding, if the article has a funding group."""
    groups = meta.findall("funding-group")
    if not groups:
        return None
    return resolve_funders(
        SOURCE_NAME, (paid for group in groups for element in group.iterfind("award-group") for paid in _paid(element))
    )


def _paid(award: Element) -> Iterator[FunderMention]:
    numbers = tuple(number for element in award.iterfind("award-id") if (number := text(element)))
    for source in award.iterfind("funding-source"):
        name_element = source.find("institution-wrap/institution")
        if name_element is None:
            name_element = source.find("institution")
        wrapped = source.iter("institution-id")
        raw = ("".join(map(str, wrapper.itertext())).strip() for wrapper in wrapped)
        yield FunderMention(
            name=text(name_element if name_element is not None else source),
            ids=tuple(filter(None, (*raw, source.get(HREF)))),
            awards=numbers,
            country=source.get("country"),
        )
