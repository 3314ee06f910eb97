"""Links of a work in Crossref XML: related works, references, funders and license."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from loaders.bibliographic.funders import FunderMention, FundingResult, resolve_funders
from loaders.bibliographic.jats_text import text
from loaders.bibliographic.relations import Link, update
from loaders.formats.markup import Element
from loaders.records.parts import WorkRelationKind
from loaders.records.urls import extract_identifier, normalize_url
from loaders.sources.crossref_xml.containers import SOURCE_NAME
from normalization.identifiers import normalize_or_none

SCHEMES = frozenset({"doi", "arxiv", "pmid", "pmcid"})
QUOTES = "\u201c\u201d\u2018\u2019\"'<> \n\t"
"""Characters that depositors put around IDs."""
DOI = re.compile(r"https?://(?:dx\.)?doi\.org/10\.\d{4,9}/[^\s\"<>]+", re.IGNORECASE)
LICENSED = ("vor", "unspecified", "am")
"""Versions whose license is used, in order of preference: the published article first. Licenses for text mining only
are ignored.
"""
CREATIVE_COMMONS = "creativecommons.org/"


class Update(NamedTuple):
    """An update notice: its relation to the target work, and the date."""

    kind: WorkRelationKind
    target: str
    day: str | None


def links(work: Element) -> Iterator[Link]:
    """Yield the relations of a work to works that have an ID."""
    for program in _programs(work):
        for element in program.iterfind("related_item/*"):
            scheme = (element.get("identifier-type") or "").lower()
            value = "".join(map(str, element.itertext())).strip(QUOTES)
            target = normalize_or_none(f"{scheme}:{value}") if scheme in SCHEMES else extract_identifier(value)
            if target:
                yield Link(element.get("relationship-type") or "", target)


def updates(work: Element) -> Iterator[Update]:
    """Yield the updates that the work, as a notice, makes to other works or to itself."""
    for element in work.iterfind("crossmark/updates/update"):
        kind = update(element.get("type") or "")
        target = normalize_or_none(f"doi:{text(element)}")
        if kind and target:
            yield Update(kind, target, element.get("date"))


def references(work: Element) -> tuple[str, ...] | None:
    """Return the DOIs of the cited works, including DOI URLs in unstructured citations; None if there is no citation
    list.
    """
    listed = work.find("citation_list")
    if listed is None:
        return None
    ids: list[str | None] = []
    for element in listed.iterfind("citation"):
        doi = text(element.find("doi"))
        in_words = DOI.search(text(element.find("unstructured_citation")) or "")
        ids.append(
            normalize_or_none(f"doi:{doi.strip(QUOTES)}")
            if doi
            else normalize_or_none(f"doi:{in_words[0].rstrip(').,;]')}")
            if in_words
            else None
        )
    return tuple(dict.fromkeys(filter(None, ids)))


def funding(work: Element) -> FundingResult | None:
    """Return the funders, if the work states any."""
    programs = [program for program in _programs(work) if program.get("name") == "fundref"]
    if not programs:
        return None
    return resolve_funders(SOURCE_NAME, (paid for program in programs for paid in _paid(program)))


def _paid(program: Element) -> Iterator[FunderMention]:
    """Yield the funders of each group with its awards. Awards outside a group are assigned only if there is a single
    funder.
    """
    for group in [element for element in program.iterfind("assertion") if element.get("name") == "fundgroup"] or [
        program
    ]:
        assertions = [
            element
            for element in group.iterfind("assertion")
            if element.get("name") in ("funder_name", "ror", "funder_identifier")
        ]
        awards = tuple(
            number
            for element in group.iter("assertion")
            if element.get("name") == "award_number" and (number := text(element))
        )
        for assertion in assertions:
            is_name = assertion.get("name") == "funder_name"
            nested_ids = (text(number) for number in assertion.iterfind("assertion"))
            yield FunderMention(
                name=assertion.text if is_name else None,
                ids=tuple(filter(None, (*nested_ids, None if is_name else text(assertion)))),
                awards=awards if len(assertions) == 1 else (),
            )


def licence(work: Element) -> tuple[str | None, bool]:
    """Return the license of the published text, else of the manuscript, and whether the text is free to read."""
    urls: dict[str, str] = {}
    free = False
    for program in _programs(work):
        free |= program.find("free_to_read") is not None
        for element in program.iterfind("license_ref"):
            place = normalize_url(text(element))
            if place:
                urls.setdefault(element.get("applies_to") or "unspecified", place)
    chosen_url = next((urls[version] for version in LICENSED if version in urls), None)
    return chosen_url, free or CREATIVE_COMMONS in (chosen_url or "")


def _programs(work: Element) -> Iterator[Element]:
    yield from work.iterfind("program")
    yield from work.iterfind("crossmark/custom_metadata/program")
