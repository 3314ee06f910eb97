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

OMITTED_WORDS = frozenset({"a", "an", "and", "at", "de", "for", "in", "of", "on", "the", "to", "with"})
"""Words that abbreviated titles omit."""
LIBRARY_SUBTITLE = re.compile(r"\s[:=]\s.*$")
"""Subtitles that libraries append after a spaced colon or equals sign: `Neural networks : the official journal ...`."""
PARENTHESES = re.compile(r"\s*\([^()]*\)")


def is_same_journal(name: str, listed: str, *, brackets: bool = False) -> bool:
    """Return True if a name is that of a listed journal: the words are equal in order, or one abbreviates the other.

    Args:
        name: The name to compare.
        listed: The name of the journal in the list.
        brackets: Compare text in parentheses of `name` too. By default it is ignored, as in `Science (New York, N.Y.)`.
    """
    name_tokens, listed_tokens = (
        _words(name if brackets else PARENTHESES.sub("", name)),
        _words(PARENTHESES.sub("", listed)),
    )
    same_words = (
        bool(name_tokens)
        and len(name_tokens) == len(listed_tokens)
        and all(map(_is_same_word, name_tokens, listed_tokens))
    )
    return same_words or fold(name) == fold(listed)


def _words(name: str) -> list[str]:
    tokens = fold(LIBRARY_SUBTITLE.sub("", name)).split()
    return [token for token in tokens if token not in OMITTED_WORDS] or tokens


def _is_same_word(left: str, right: str) -> bool:
    """Return True if two words are equal, or if one is a prefix or a contraction of the other (natl, national)."""
    short, long = sorted((left, right), key=len)
    if long.startswith(short):
        return True
    letters = iter(long)
    return short[0] == long[0] and short[-1] == long[-1] and all(letter in letters for letter in short)


SOURCE_NAME = "semanticscholar"
PARTIAL_SOURCE_NAME = "semanticscholar-brief"
"""Name of the source of partial records, such as a venue known only by name, or a paper in a response about another
paper.
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


def container_name(paper: Paper) -> str:
    """Return the name of the paper's container: that of the venue, or else of the journal; an empty text without both.

    If the journal is not the venue and has a volume number, the name of the journal is returned, because the number
    counts its volumes. The venue that Semantic Scholar matched may then be wrong, or an event of which the journal
    printed some talks.
    """
    name, journal = _venue_name(paper), paper.journal or Journal()
    if not name or (
        journal.volume and journal.name and not _is_preprint_server(journal.name) and _journal_is_not_venue(paper)
    ):
        return strip_markup(journal.name or "") or name
    return name


def is_preprint(paper: Paper) -> bool:
    """Return True if the venue of the paper is a preprint server."""
    return _is_preprint_server(container_name(paper))


def container_of(paper: Paper) -> Container:
    """Return the volume in which a paper appeared. arXiv has no volumes, although its papers have volume numbers."""
    name, journal = container_name(paper), paper.journal or Journal()
    if not name or name.lower() in ARXIV:
        return NO_CONTAINER
    if journal.name and _is_preprint_server(journal.name) and _journal_is_not_venue(paper):
        journal = Journal()  # it describes the preprint, not the version that appeared at the venue
    number, pages = (" ".join((raw or "").split()) or None for raw in (journal.volume, journal.pages))
    listed, year = paper.publicationvenue, year_in(paper.year, paper.publicationdate)
    identifier = listed.id if listed and listed.id and listed.name else paper.publicationvenueid
    if not identifier or name != _venue_name(paper):
        return journal_container(
            ContainerInfo(source=SOURCE_NAME, name=name, number=number, pages=pages, year=year), ()
        )
    brief_venue = VenueRecord(
        source=PARTIAL_SOURCE_NAME, key=f"venue/{identifier}", name=name, ids=(f"s2-venue:{identifier}",)
    )
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
        volume_use(volume, pages, venue=brief_venue),
        (venue(listed) if listed and listed.id and listed.name else brief_venue, volume),
    )


def _venue_name(paper: Paper) -> str:
    listed = paper.publicationvenue.name if paper.publicationvenue else None
    return strip_markup(listed or paper.venue or "")


def _journal_is_not_venue(paper: Paper) -> bool:
    """Return True if the journal is not a name of the venue.

    Conferences can have acronyms that are also journal titles: `SENSORS` does not match `Sensors (Basel, Switzerland)`.
    """
    listed, journal = paper.publicationvenue or Venue(), paper.journal or Journal()
    names = filter(None, (listed.name, paper.venue, *(listed.alternate_names or ())))
    name = strip_markup(journal.name or "")
    return not any(
        is_same_journal(name, strip_markup(other_name), brackets=listed.type == "conference") for other_name in names
    )


def _is_preprint_server(name: str) -> bool:
    return name.strip().lower() in PREPRINT_SERVERS
