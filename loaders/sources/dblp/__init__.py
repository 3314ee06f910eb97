"""dblp computer science bibliography, in XML.

Reads `dblp.xml`, whole or in pieces, and dblp's responses about one person or publication
(`https://dblp.org/pid/....xml`, `https://dblp.org/rec/....xml`). Named entities are read without the DTD. Yields
papers, the journals, conferences, proceedings and books in which they appeared, and persons, disambiguated by dblp.

Source: https://dblp.org/xml/docu/dblpxml.pdf, https://dblp.org/xml/dblp.dtd
"""

from collections.abc import Iterator, Sequence

from loaders.bibliographic.containers import NOWHERE
from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.markup import Element, child_text, folded_text
from loaders.formats.xml_stream import XmlFormat, local, read
from loaders.records import dates
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Manifestation, TypedDate
from loaders.records.record import Item, PaperKind, PaperRecord, Record
from loaders.records.urls import extract_identifier, normalize_url
from loaders.sources.base import Reader, Source
from loaders.sources.dblp.names import Names
from loaders.sources.dblp.people import authors, person
from loaders.sources.dblp.volumes import HOME, SOURCE_NAME, container_of, proceedings, titled
from normalization.identifiers import normalize_or_none

KINDS: dict[str, PaperKind] = {
    "article": "article",
    "inproceedings": "article",
    "incollection": "chapter",
    "book": "book",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "data": "dataset",
}
"""Kind of work for each element."""
TYPES: dict[str, PaperKind] = {"data": "dataset", "software": "software", "encyclopedia": "chapter"}
"""Values of `publtype` that state the kind of work."""
WITHDRAWN = "withdrawn"
CORR = "journals/corr/"
"""Prefix of the keys of arXiv papers. Their volume is the arXiv ID: `abs/2001.00001` or `cs.CL/0101001`."""
NO_ADDRESS = "wikidata:"


def publication(record: Element, names: Names) -> Iterator[Record]:
    """Yield the journal or volume of a publication, then the paper. Raises InvalidRecordError if it has no key or no
    title.
    """
    key = record.get("key")
    if not key:
        raise InvalidRecordError("it has no key.")
    types = (record.get("publtype") or "").split()
    preprint = key.startswith(CORR)
    place = NOWHERE if preprint else container_of(record)
    yield from place.records
    byline = authors(record, "author", names, child_text(record, "school"))
    edited = authors(record, "editor", names)
    if record.tag == "book" and edited:
        yield from proceedings(record, names)
    kind = _kind(record, types, preprint=preprint)
    links = [link for element in record.iterfind("ee") if (link := folded_text(element))]
    linked_ids = tuple(filter(None, (extract_identifier(link) for link in links)))
    open_links = [normalize_url(folded_text(element)) for element in record.iterfind("ee[@type='oa']")]
    read_at = next(filter(None, open_links), None)
    year = child_text(record, "year")
    day = dates.date_or_raw_text(
        dates.extract_date_from_text(" ".join(filter(None, (year, child_text(record, "month"))))), year
    )
    withdrawn = WITHDRAWN in types
    notes = [text for element in record.iterfind("note") if not element.get("type") and (text := folded_text(element))]
    cited = [text for element in record.iterfind("cite") if (text := folded_text(element))]
    yield PaperRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{HOME}/rec/{key}",
        revised=dates.parse_date_or_none(record.get("mdate")),
        title=titled(record),
        kind=kind,
        ids=tuple(
            dict.fromkeys((f"dblp:{key}", *_of_arxiv(record, preprint=preprint), *linked_ids, *_isbns(record, kind)))
        ),
        dates=(TypedDate(value=day),) if day else (),
        authors=byline,
        appeared_in=place.use,
        pages=child_text(record, "pages"),
        references=tuple(filter(None, (normalize_or_none(f"dblp:{cited_key}") for cited_key in cited)))
        if cited
        else None,
        forms=tuple(_forms(links, kind)),
        open_access=True if read_at or preprint else None,
        best_location=read_at,
        retracted=True if withdrawn else None,
        notices=("Withdrawn.",) if withdrawn else (),
        comment="; ".join(notes) or None,
    )


def _kind(record: Element, types: list[str], *, preprint: bool) -> PaperKind:
    for type_ in types:
        if type_ in TYPES:
            return TYPES[type_]
    if preprint or (record.tag == "article" and "informal" in types):
        return "preprint"
    return KINDS[str(record.tag)]


def _of_arxiv(record: Element, *, preprint: bool) -> Iterator[str]:
    volume = child_text(record, "volume") if preprint else None
    arxiv_id = normalize_or_none(f"arxiv:{volume.removeprefix('abs/')}") if volume else None
    if arxiv_id:
        yield arxiv_id


def _isbns(record: Element, kind: PaperKind) -> Iterator[str]:
    if kind == "book":
        yield from filter(
            None, (normalize_or_none(f"isbn:{folded_text(element)}") for element in record.iterfind("isbn"))
        )


def _forms(links: list[str], kind: PaperKind) -> Iterator[Manifestation]:
    """Yield the URLs of the paper, without those of entries about it."""
    for link in dict.fromkeys(links):
        place = normalize_url(link)
        if place and not (extract_identifier(link) or "").startswith(NO_ADDRESS):
            yield Manifestation(url=place, kind="preprint" if kind == "preprint" else "article")


PEOPLE = ("www", "person")
FORM = XmlFormat(
    expected="records of dblp, a <dblp> or a <dblpperson>",
    roots=frozenset({"dblp", "dblpperson"}),
    records=(*KINDS, "proceedings", *PEOPLE),
    named=True,
)


def start(files: Sequence[SourceFile]) -> Reader:
    """Index the person names in the files, and return the reader."""
    names = Names(files)

    def items(element: Element) -> Iterator[Item]:
        if local(element) in PEOPLE:
            yield from person(element)
        elif local(element) == "proceedings":
            yield from proceedings(element, names)
        else:
            yield from publication(element, names)

    return lambda file: read(file, FORM, items, lambda element: element.get("key"))


SOURCE = Source(
    name="dblp",
    title="dblp computer science bibliography",
    licence="CC0-1.0",
    address="https://dblp.org",
    gives=(
        "titles, kinds, years and bylines",
        "disambiguated people, with their ORCID iDs, further names and affiliations",
        "journals, conferences, proceedings with their editors, books",
        "DOIs, arXiv IDs, URLs and withdrawals of papers",
    ),
    lacks=("abstracts", "topics", "affiliations in bylines", "references of most papers"),
    example="byline load dblp dblp.xml.gz",
    expects=FORM.expected,
    wants=lambda name: strip_suffixes(name).endswith(".xml"),
    start=start,
)
