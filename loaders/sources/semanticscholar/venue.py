"""The container of a Semantic Scholar paper: a venue from its own list, or a journal that is known only by name."""

import re
from typing import Literal

from loaders.bibliographic.containers import NO_CONTAINER, Container, ContainerInfo, journal_container, volume_use
from loaders.formats.markup import strip_markup
from loaders.records.dates import year_in
from loaders.records.record import VenueRecord, VolumeRecord
from loaders.sources.semanticscholar.schema import Journal, Paper, Venue
from normalization.identifiers import valid_ids
from normalization.text import fold

SILENT = frozenset({"a", "an", "and", "at", "de", "for", "in", "of", "on", "the", "to", "with"})
"""Words that abbreviated titles omit."""
SUBTITLE = re.compile(r"\s[:=]\s.*$")
"""Subtitles that libraries append after a spaced colon or equals sign: `Neural networks : the official journal ...`."""
ASIDE = re.compile(r"\s*\([^()]*\)")


def one_journal(name: str, listed: str, *, brackets: bool = False) -> bool:
    """Return True if a name denotes a journal of a list: each word is equal to, or abbreviates, the other's word.

    Args:
        name: The name to compare.
        listed: The name of the journal in the list.
        brackets: Compare text in parentheses of `name` too. By default it is ignored, as in `Science (New York, N.Y.)`.
    """
    name_tokens, listed_tokens = _words(name if brackets else ASIDE.sub("", name)), _words(ASIDE.sub("", listed))
    alike = (
        bool(name_tokens) and len(name_tokens) == len(listed_tokens) and all(map(_one_word, name_tokens, listed_tokens))
    )
    return alike or fold(name) == fold(listed)


def _words(name: str) -> list[str]:
    tokens = fold(SUBTITLE.sub("", name)).split()
    return [token for token in tokens if token not in SILENT] or tokens


def _one_word(left: str, right: str) -> bool:
    """Return True if two words are equal, or if one is a prefix or a contraction of the other (natl, national)."""
    short, long = sorted((left, right), key=len)
    if long.startswith(short):
        return True
    letters = iter(long)
    return short[0] == long[0] and short[-1] == long[-1] and all(sign in letters for sign in short)


SOURCE_NAME = "semanticscholar"
BRIEF = "semanticscholar-brief"
"""Name of the source of partial records: a venue of which only the name is known, and a paper inside a response about
another paper.
"""
ARXIV = frozenset({"arxiv", "arxiv.org", "corr"})
PREPRINT_SERVERS = ARXIV | {"biorxiv", "medrxiv", "chemrxiv", "research square", "ssrn electronic journal"}
"""Venues, in lower case, whose papers are preprints."""
KINDS: dict[str, Literal["conference", "journal"]] = {"conference": "conference", "journal": "journal"}


def venue(entity: Venue) -> VenueRecord:
    """Return a venue as a record. Raises ValueError if it has no ID or no name."""
    if not entity.id or not entity.name:
        raise ValueError("the venue has no ID or no name.")
    return VenueRecord(
        source=SOURCE_NAME,
        key=f"venue/{entity.id}",
        name=strip_markup(entity.name),
        ids=(f"s2-venue:{entity.id}", *valid_ids("issn", (entity.issn, *(entity.alternate_issns or ())))),
        kind=KINDS.get(entity.type or ""),
        website=entity.url or None,
    )


def named_venue(paper: Paper) -> str:
    """Return the name of the paper's container, or an empty text.

    The name is the venue's. It is the journal's if the journal has a volume number and differs from the venue: the
    number counts volumes of the journal, and the venue that Semantic Scholar matched may be wrong, or an event of which
    the journal printed some talks.
    """
    name, journal = _venue(paper), paper.journal or Journal()
    if not name or (journal.volume and journal.name and not _is_preprints(journal.name) and _is_another(paper)):
        return strip_markup(journal.name or "") or name
    return name


def is_preprint(paper: Paper) -> bool:
    """Return True if the venue of the paper is a preprint server."""
    return _is_preprints(named_venue(paper))


def place_of(paper: Paper) -> Container:
    """Return the volume in which a paper appeared. arXiv has no volumes, although its papers have volume numbers."""
    name, journal = named_venue(paper), paper.journal or Journal()
    if not name or name.lower() in ARXIV:
        return NO_CONTAINER
    if journal.name and _is_preprints(journal.name) and _is_another(paper):
        journal = Journal()  # it describes the preprint, not the version that appeared at the venue
    number, pages = (" ".join((raw or "").split()) or None for raw in (journal.volume, journal.pages))
    listed, year = paper.publicationvenue, year_in(paper.year, paper.publicationdate)
    identifier = listed.id if listed and listed.id and listed.name else paper.publicationvenueid
    if not identifier or name != _venue(paper):
        return journal_container(
            ContainerInfo(source=SOURCE_NAME, name=name, number=number, pages=pages, year=year), ()
        )
    brief_venue = VenueRecord(source=BRIEF, key=f"venue/{identifier}", name=name, ids=(f"s2-venue:{identifier}",))
    volume = VolumeRecord(
        source=SOURCE_NAME,
        key=f"venue/{identifier}/{number or ''}",
        title=f"Volume {number}" if number else "Without volume",
        year=year if number else None,
        journal=name,
        number=number,
        venues=brief_venue.ids,
    )
    return Container(
        volume_use(volume, pages), (venue(listed) if listed and listed.id and listed.name else brief_venue, volume)
    )


def _venue(paper: Paper) -> str:
    listed = paper.publicationvenue.name if paper.publicationvenue else None
    return strip_markup(listed or paper.venue or "")


def _is_another(paper: Paper) -> bool:
    """Return True if the journal is not a name of the venue.

    Conferences can have acronyms that are also journal titles: `SENSORS` does not match `Sensors (Basel, Switzerland)`.
    """
    listed, journal = paper.publicationvenue or Venue(), paper.journal or Journal()
    names = filter(None, (listed.name, paper.venue, *(listed.alternate_names or ())))
    name = strip_markup(journal.name or "")
    return not any(
        one_journal(name, strip_markup(other_name), brackets=listed.type == "conference") for other_name in names
    )


def _is_preprints(name: str) -> bool:
    return name.strip().lower() in PREPRINT_SERVERS
