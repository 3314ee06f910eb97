"""What a work in Crossref's XML is linked to: other works, its references, who paid, its licence."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from cypher.identifiers import known
from loaders.files.markup import Element
from loaders.records.addresses import address, id_in
from loaders.records.parts import WorkRelationKind
from loaders.sources.crossref_xml.places import SOURCE_NAME
from loaders.works.funders import Funded, Paid, funded
from loaders.works.relations import Link, update
from loaders.works.running_text import text

SCHEMES = frozenset({"doi", "arxiv", "pmid", "pmcid"})
QUOTES = "\u201c\u201d\u2018\u2019\"'<> \n\t"
"""What depositors put around ids."""
DOI = re.compile(r"https?://(?:dx\.)?doi\.org/10\.\d{4,9}/[^\s\"<>]+", re.IGNORECASE)
LICENSED = ("vor", "unspecified", "am")
"""Of which version's licence is told: that of the article as published first. Those for mining alone are not."""
CREATIVE_COMMONS = "creativecommons.org/"


class Update(NamedTuple):
    """What a notice says: it does something to a work on a day."""

    kind: WorkRelationKind
    target: str
    day: str | None


def links(work: Element) -> Iterator[Link]:
    """Yield the relations of a work to those that have an id."""
    for program in _programs(work):
        for one in program.iterfind("related_item/*"):
            scheme = (one.get("identifier-type") or "").lower()
            value = "".join(map(str, one.itertext())).strip(QUOTES)
            target = known(f"{scheme}:{value}") if scheme in SCHEMES else id_in(value)
            if target:
                yield Link(one.get("relationship-type") or "", target)


def updates(work: Element) -> Iterator[Update]:
    """Yield what the work, as a notice, does to others, or to itself."""
    for one in work.iterfind("crossmark/updates/update"):
        kind = update(one.get("type") or "")
        target = known(f"doi:{text(one)}")
        if kind and target:
            yield Update(kind, target, one.get("date"))


def references(work: Element) -> tuple[str, ...] | None:
    """Return the DOIs of what is cited, also where one stands as an address in words; None where nothing is listed."""
    listed = work.find("citation_list")
    if listed is None:
        return None
    found: list[str | None] = []
    for one in listed.iterfind("citation"):
        doi = text(one.find("doi"))
        in_words = DOI.search(text(one.find("unstructured_citation")) or "")
        found.append(
            known(f"doi:{doi.strip(QUOTES)}")
            if doi
            else known(f"doi:{in_words[0].rstrip(').,;]')}")
            if in_words
            else None
        )
    return tuple(dict.fromkeys(filter(None, found)))


def funding(work: Element) -> Funded | None:
    """Return who paid; None where the work does not tell."""
    programs = [one for one in _programs(work) if one.get("name") == "fundref"]
    if not programs:
        return None
    return funded(SOURCE_NAME, (paid for one in programs for paid in _paid(one)))


def _paid(program: Element) -> Iterator[Paid]:
    """Yield the funders of each group with its awards; outside a group awards are a funder's that is alone."""
    for group in [one for one in program.iterfind("assertion") if one.get("name") == "fundgroup"] or [program]:
        said = [
            one for one in group.iterfind("assertion") if one.get("name") in ("funder_name", "ror", "funder_identifier")
        ]
        awards = tuple(
            number for one in group.iter("assertion") if one.get("name") == "award_number" and (number := text(one))
        )
        for one in said:
            named = one.get("name") == "funder_name"
            within = (text(number) for number in one.iterfind("assertion"))
            yield Paid(
                name=one.text if named else None,
                ids=tuple(filter(None, (*within, None if named else text(one)))),
                awards=awards if len(said) == 1 else (),
            )


def licence(work: Element) -> tuple[str | None, bool]:
    """Return the licence of the text as published, else of the manuscript, and whether everybody may read it."""
    found: dict[str, str] = {}
    free = False
    for program in _programs(work):
        free |= program.find("free_to_read") is not None
        for one in program.iterfind("license_ref"):
            place = address(text(one))
            if place:
                found.setdefault(one.get("applies_to") or "unspecified", place)
    said = next((found[version] for version in LICENSED if version in found), None)
    return said, free or CREATIVE_COMMONS in (said or "")


def _programs(work: Element) -> Iterator[Element]:
    yield from work.iterfind("program")
    yield from work.iterfind("crossmark/custom_metadata/program")
