"""Where a paper of Semantic Scholar appeared: a journal or conference of its own list, or one known by name alone."""

from typing import Literal

from cypher.identifiers import known
from loaders.files.markup import plain
from loaders.records.dates import year_in
from loaders.records.record import VenueRecord, VolumeRecord
from loaders.sources.semanticscholar.schema import Journal, Paper, Venue
from loaders.sources.semanticscholar.titles import one_journal
from loaders.works.places import NOWHERE, Place, Within, in_journal, use_of

SOURCE_NAME = "semanticscholar"
BRIEF = "semanticscholar-brief"
"""Who says what was told in passing: of a venue its name, of a paper what an answer about another one holds."""
ARXIV = frozenset({"arxiv", "arxiv.org", "corr"})
PREPRINT_SERVERS = ARXIV | {"biorxiv", "medrxiv", "chemrxiv", "research square", "ssrn electronic journal"}
"""Venues, in lower case, whose papers are preprints."""
KINDS: dict[str, Literal["conference", "journal"]] = {"conference": "conference", "journal": "journal"}


def venue(said: Venue) -> VenueRecord:
    """Return a venue as a record. Raises ValueError where it has no name."""
    if not said.id or not said.name:
        raise ValueError("the venue has no id or no name.")
    issns = (known(f"issn:{one}") for one in (said.issn, *(said.alternate_issns or ())) if one)
    return VenueRecord(
        source=SOURCE_NAME,
        key=f"venue/{said.id}",
        name=plain(said.name),
        ids=(f"s2-venue:{said.id}", *dict.fromkeys(filter(None, issns))),
        kind=KINDS.get(said.type or ""),
        website=said.url or None,
    )


def named_venue(paper: Paper) -> str:
    """Return the name of where a paper appeared, empty where none is given.

    It is the venue's, but the journal's where that has a number and is another: the number is one of its volumes, and
    the venue that Semantic Scholar found may be wrong, or an event of whose talks the journal printed some.
    """
    name, journal = _venue(paper), paper.journal or Journal()
    if not name or (journal.volume and journal.name and not _is_preprints(journal.name) and _is_another(paper)):
        return plain(journal.name or "") or name
    return name


def is_preprint(paper: Paper) -> bool:
    """Tell whether a paper is filed under a preprint server."""
    return _is_preprints(named_venue(paper))


def place_of(paper: Paper) -> Place:
    """Return the volume in which a paper appeared; arXiv has none, though its papers are given numbers of one."""
    name, journal = named_venue(paper), paper.journal or Journal()
    if not name or name.lower() in ARXIV:
        return NOWHERE
    if journal.name and _is_preprints(journal.name) and _is_another(paper):
        journal = Journal()  # of the preprint, not of what appeared at the venue
    number, pages = (" ".join((one or "").split()) or None for one in (journal.volume, journal.pages))
    listed, year = paper.publicationvenue, year_in(paper.year, paper.publicationdate)
    identifier = listed.id if listed and listed.id and listed.name else paper.publicationvenueid
    if not identifier or name != _venue(paper):
        return in_journal(Within(source=SOURCE_NAME, name=name, number=number, pages=pages, year=year), ())
    told = VenueRecord(source=BRIEF, key=f"venue/{identifier}", name=name, ids=(f"s2-venue:{identifier}",))
    volume = VolumeRecord(
        source=SOURCE_NAME,
        key=f"venue/{identifier}/{number or ''}",
        title=f"Volume {number}" if number else "Without volume",
        year=year if number else None,
        journal=name,
        number=number,
        venues=told.ids,
    )
    return Place(use_of(volume, pages), (venue(listed) if listed and listed.id and listed.name else told, volume))


def _venue(paper: Paper) -> str:
    listed = paper.publicationvenue.name if paper.publicationvenue else None
    return plain(listed or paper.venue or "")


def _is_another(paper: Paper) -> bool:
    """Tell whether the journal is none of the names that the venue goes by.

    Conferences go by names of journals too: `SENSORS` is none for `Sensors (Basel, Switzerland)`.
    """
    listed, journal = paper.publicationvenue or Venue(), paper.journal or Journal()
    names = filter(None, (listed.name, paper.venue, *(listed.alternate_names or ())))
    name = plain(journal.name or "")
    return not any(one_journal(name, plain(other), brackets=listed.type == "conference") for other in names)


def _is_preprints(name: str) -> bool:
    return name.strip().lower() in PREPRINT_SERVERS
