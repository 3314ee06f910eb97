"""arXiv: what its API and its OAI-PMH answer, and the snapshot of all its metadata.

A file is an answer as it came (.xml, .atom): an Atom feed, or an OAI-PMH answer in the format arXiv or arXivRaw; one
kept inside JSON with the address that was asked and the status that came: `{"url": ..., "status_code": ..., "body":
"<feed>..."}`; or arxiv-metadata-oai-snapshot.json, a paper a line. Each category is told of, with its name and archive,
before the file's first paper that is filed under it.

Source: https://info.arxiv.org/help/api/user-manual.html, https://info.arxiv.org/help/oa/index.html
"""

import re
from collections.abc import Iterator

from cypher.identifiers import IdentifierError
from loaders.files.archive import SourceFile, bare
from loaders.files.encoding import NO_JSON, why
from loaders.files.json_elements import Cut, Kind, elements
from loaders.files.markup import Element, child_text, folded_text, refuse_entities
from loaders.files.strange import told_by_its_beginning
from loaders.refused import RecordError, Rejected, at
from loaders.source import Item, Source, each_alone
from loaders.sources.arxiv import categories, entry, oai, snapshot
from loaders.sources.arxiv.feed import ATOM, OAI, entries
from loaders.sources.arxiv.paper import Told, paper

BESIDE = frozenset({"manifest.json"})
"""A file that stands beside answers and is none."""
ERRORS = "/api/errors"
"""What the id of an entry holds that is no paper but tells what went wrong."""
NOTHING = "noRecordsMatch"
"""The code with which OAI-PMH says that it found nothing, which is an answer."""
KEPT = re.compile(rb'\s*\{\s*(?:"(?:url|status_code|body)"|$|\})')
"""How an answer begins that was kept inside JSON."""
MARKS_AND_SPACE = b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n"
"""What may stand before the first sign, those of other encodings among them: which one it is, the lines tell."""
LINES = Kind("the snapshot of arXiv's metadata, a paper a line", "paper of arXiv")
NO_PAPER = f"no {LINES.one}."


def read(file: SourceFile) -> Iterator[Item]:
    """Yield categories and papers, in file order.

    An error that arXiv answered is rejected in arXiv's own words, an entry without id, title or date with the reason.
    Raises SourceError, naming the file, where nothing can be read at all, and where a feed breaks off.
    """
    with file.open() as stream:
        beginning = stream.read(256)
    kept = bool(KEPT.match(beginning))
    if beginning.lstrip(MARKS_AND_SPACE)[:1] in (b"{", b"[") and not kept:
        found = _lines(file)
    else:
        found = _answer(file, kept=kept)
    told: set[str] = set()
    for one in found:
        if isinstance(one, Rejected):
            yield one
            continue
        place, said = one
        try:
            record = paper(said)
        except (RecordError, IdentifierError) as error:
            yield Rejected(place=place, reason=why(error))
            continue
        for use in record.topics or ():
            for topic in categories.topics(use.code):
                if topic.code not in told:
                    told.add(topic.code)
                    yield topic
        yield record


Found = tuple[str, Told] | Rejected
"""What a paper is said to be, with its place; or what is none."""


def _answer(file: SourceFile, *, kept: bool) -> Iterator[Found]:
    for number, element in enumerate(entries(file, kept=kept), 1):
        atom = element.tag == f"{ATOM}entry"
        named = child_text(element, f"{ATOM}id") if atom else oai.identifier(element)
        place = ", ".join(filter(None, (f"entry {number}", f"line {element.sourceline}", named)))
        try:
            refuse_entities(element)
            wrong = _error(element, named or "")
            if wrong is None:
                yield place, entry.told(element) if atom else oai.told(element)
            elif wrong:
                yield Rejected(place, wrong, none=oai.is_deleted(element))
        except RecordError as error:
            yield Rejected(place, why(error))


def _error(element: Element, named: str) -> str | None:
    """Return why an entry is no paper, in arXiv's own words; empty where that is no mistake, None where it is one."""
    if element.tag == f"{ATOM}entry" and ERRORS in named:
        return child_text(element, f"{ATOM}summary") or "arXiv answered an error without a word."
    if element.tag == f"{OAI}error":
        code = element.get("code", "")
        return "" if code == NOTHING else f"{code}: {folded_text(element) or 'arXiv answered an error without a word.'}"
    if oai.is_deleted(element):
        return "arXiv has deleted it."
    return None


def _lines(file: SourceFile) -> Iterator[Found]:
    """Yield what the snapshot says, line by line. Raises SourceError where nothing in it is a paper."""
    with file.open() as stream:
        found = map(_line, elements(stream, file.shown, LINES))
        yield from told_by_its_beginning(
            found, lambda one: one.reason == NO_PAPER, f"{file.shown}: expected {LINES.whole}."
        )


def _line(cut: Cut | Rejected) -> Found:
    if isinstance(cut, Rejected):
        return cut
    place, text = cut
    try:
        if b'"id"' not in text:
            return Rejected(place, NO_PAPER)
        line = snapshot.decode(text)
        place = at(place, line.id)
        return place, snapshot.told(line)
    except (*NO_JSON, RecordError) as error:
        return Rejected(place, why(error))


def _wanted(name: str) -> bool:
    return bare(name).endswith((".xml", ".atom", ".json", ".jsonl", ".ndjson")) and bare(name) not in BESIDE


SOURCE = Source(
    name="arxiv",
    title="arXiv",
    licence="CC0-1.0",
    address="https://arxiv.org",
    gives=(
        "titles, abstracts and by-lines",
        "dates of the first and of this version, of all versions where they are listed",
        "primary and cross-listed categories",
        "affiliations, comments, journal references and DOIs where authors gave them",
        "licences, where OAI-PMH or the snapshot tell them",
        "links to code and data in abstracts and comments",
    ),
    lacks=("references", "ids of authors"),
    example="byline load arxiv answer.xml",
    expects="answers of the arXiv API or OAI-PMH (.xml, .atom, or kept inside .json), or the snapshot of its metadata",
    wants=_wanted,
    start=each_alone(read),
)
