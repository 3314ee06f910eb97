"""Semantic Scholar's files: each element told by its fields, the papers inside of it told after it."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

import msgspec

from loaders.files.archive import SourceFile
from loaders.files.encoding import NO_JSON, why
from loaders.files.json_elements import Cut, Kind, elements
from loaders.files.strange import told_by_its_beginning
from loaders.recently import Recently
from loaders.records.in_passing import told_once
from loaders.refused import RecordError, Rejected, at
from loaders.source import Item
from loaders.sources.semanticscholar.aside import Asides
from loaders.sources.semanticscholar.citation import cites, mentioned
from loaders.sources.semanticscholar.paper import SHA, corpus_of, field, fields, identity, paper
from loaders.sources.semanticscholar.person import person, says_more
from loaders.sources.semanticscholar.schema import Author, Citation, Json, Paper, Venue, folded
from loaders.sources.semanticscholar.venue import BRIEF, SOURCE_NAME, place_of, venue
from loaders.works.places import Place

FILE = Kind(
    "Semantic Scholar's JSON: its datasets of papers, authors, citations, venues, abstracts, tldrs or paper-ids, or "
    "answers of its Academic Graph API",
    "thing of Semantic Scholar's",
)
NONE = f"no {FILE.one}."
NOT_FOUND = "Semantic Scholar found nothing under the id that was asked for."
UNNAMED = (
    "the answer does not say of which paper it lists the citations or references: name the file after that paper "
    "(649def34f8be52c8b66281af98ae884c09aef38b.json or CorpusID-215416146.json)."
)
CORPUS = re.compile(r"corpusid\D?(\d+)", re.IGNORECASE)
LISTS = ("data", "recommendedpapers")
ERRORS = frozenset({"error", "message", "code"})
WHOLE_TEXTS = frozenset({"body", "content", "bibliography", "pdfparse"})
SAYS_ALL = frozenset({"externalids", "authors", "title"})
"""What an answer about a paper holds that is more than a mention; about a person it is `affiliations`."""


def is_aside(said: Json) -> bool:
    """Tell whether an element says one thing of a paper by its corpus id: an abstract, a summary, an older paperId."""
    return "corpusid" in said and "title" not in said and bool(said.keys() & {"abstract", "text", "sha"})


class _Told(NamedTuple):
    """An element on its way: what it says, its place, whether it stands by itself rather than inside of another."""

    said: Json
    place: str
    alone: bool = True


class Reading:
    """One reading of one file; `asked` is the paper after which the file is named."""

    def __init__(self, file: SourceFile, asides: Asides) -> None:
        self._file = file
        self._asides = asides
        self._lately = Recently()
        self._asked = _asked(file.name)
        self._unnamed_told = False

    def items(self) -> Iterator[Item]:
        """Yield all items of the file. Raises SourceError where nothing in it is Semantic Scholar's."""
        with self._file.open() as stream:
            found = self._elements(elements(stream, self._file.shown, FILE))
            wrong = f"{self._file.shown}: expected {FILE.whole}."
            yield from told_by_its_beginning(found, lambda item: item.reason == NONE, wrong)

    def _elements(self, cuts: Iterator[Cut | Rejected]) -> Iterator[Item]:
        for cut in cuts:
            if isinstance(cut, Rejected):
                yield cut
                continue
            place, text = cut
            try:
                said = folded(msgspec.json.decode(text))
            except NO_JSON as error:
                yield Rejected(place, why(error))
                continue
            yield from self._each(said, place)

    def _each(self, said: object, place: str, *, alone: bool = True) -> Iterator[Item]:
        """Yield what an element says; one out of form is rejected."""
        if not isinstance(said, dict):
            yield Rejected(place, NOT_FOUND if said is None else NONE)
            return
        told = _Told(said, place, alone)  # pyright: ignore[reportUnknownArgumentType] JSON has texts as names
        try:
            yield from self._one(told)
        except (ValueError, RecordError) as error:  # msgspec's errors are ValueErrors too
            named = told.said.get("paperid") or told.said.get("corpusid") or told.said.get("authorid")
            yield Rejected(at(place, str(named) if named else None), why(error))

    def _one(self, told: _Told) -> Iterator[Item]:
        said, names = told.said, told.said.keys()
        held = next((said[name] for name in LISTS if isinstance(said.get(name), list)), None)
        if held is not None:
            for number, one in enumerate(msgspec.convert(held, list[object]), 1):
                yield from self._each(one, f"{told.place}, item {number}")
        elif names and names <= ERRORS:
            yield Rejected(told.place, f"Semantic Scholar answered: {said.get('error') or said.get('message')}")
        elif names & {"citingcorpusid", "citingpaper", "citedpaper"}:
            yield from self._citation(msgspec.convert(said, Citation, strict=False), told.place)
        elif "paperid" in names or ("corpusid" in names and "title" in names and not names & WHOLE_TEXTS):
            yield from self._paper(told)
        elif "authorid" in names:
            yield from self._author(told)
        elif {"id", "name"} <= names and names & {"issn", "type", "alternate_names", "alternate_issns"}:
            yield venue(msgspec.convert(said, Venue))
        elif not {"total", "offset"} <= names:  # an answer without results
            yield Rejected(told.place, NONE)

    def _author(self, told: _Told) -> Iterator[Item]:
        said = msgspec.convert(told.said, Author, strict=False)
        record = person(said, SOURCE_NAME if "affiliations" in told.said else BRIEF)
        yield from (record,) if record.source == SOURCE_NAME else told_once((record,), self._lately, ())
        for number, one in enumerate(said.papers or (), 1):
            yield from self._each(one, f"{told.place}, paper {number}", alone=False)

    def _paper(self, told: _Told) -> Iterator[Item]:
        said = msgspec.convert(told.said, Paper, strict=False)
        if not told.alone and not (identity(said) and said.title):
            return  # what Semantic Scholar could not find, or was not asked for
        place = place_of(said)
        yield from self._before(said, place)
        source = SOURCE_NAME if told.alone and told.said.keys() >= SAYS_ALL else BRIEF
        cited = [one for one in map(mentioned, said.references or ()) if one]
        found = self._asides.of(corpus_of(said))
        record = paper(said, source, place, found, None if said.references is None else tuple(dict.fromkeys(cited)))
        yield from (record,) if source == SOURCE_NAME else told_once((record,), self._lately, ())
        for name, listed in (("citation", said.citations), ("reference", said.references)):
            for number, one in enumerate(listed or (), 1):
                beside = f"{told.place}, {name} {number}"
                yield from self._each(one, beside, alone=False)
                other, own = mentioned(one), identity(said)
                if other and own and (name == "citation" or _has_intents(one)):
                    yield cites(other, own, one, beside) if name == "citation" else cites(own, other, one, beside)

    def _before(self, said: Paper, place: Place) -> Iterator[Item]:
        """Yield the fields of study, venue and volume of a paper, and what it says of its people, where not lately."""
        records = (
            *map(field, fields(said) or ()),
            *place.told,
            *(person(one, BRIEF) for one in said.authors or () if says_more(one) and (one.name or "").strip()),
        )
        yield from told_once(records, self._lately, ())

    def _citation(self, said: Citation, place: str) -> Iterator[Item]:
        if said.citingpaper is None and said.citedpaper is None:
            if said.citingcorpusid is not None and said.citedcorpusid is not None:
                yield cites(f"s2-corpus:{said.citingcorpusid}", f"s2-corpus:{said.citedcorpusid}", said, place)
            return  # what is cited could not be found
        for one in filter(None, (said.citingpaper, said.citedpaper)):
            yield from self._each(one, place, alone=False)
        citing = mentioned(said.citingpaper) if said.citingpaper else self._asked
        cited = mentioned(said.citedpaper) if said.citedpaper else self._asked
        if citing and cited:
            yield cites(citing, cited, said, place)
        elif not self._asked and not (said.citingpaper and said.citedpaper) and not self._unnamed_told:
            self._unnamed_told = True
            yield Rejected(place, UNNAMED)


def _asked(name: str) -> str | None:
    """Return the paper that a file is named after, or the folder in which it is."""
    for part in reversed(PurePosixPath(name).parts):
        sha, corpus = SHA.search(part.lower()), CORPUS.search(part)
        if sha or corpus:
            return f"s2:{sha[0]}" if sha else f"s2-corpus:{corpus[1]}" if corpus else None
    return None


def _has_intents(said: object) -> bool:
    return isinstance(said, dict) and bool(said.keys() & {"intents", "isinfluential"})  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType, reportUnknownVariableType] JSON
