"""One publication of dblp as records: the paper, and what it appeared in."""

from collections.abc import Iterator

from cypher.identifiers import known
from loaders.files.markup import Element, child_text, folded_text
from loaders.records import dates
from loaders.records.addresses import address, id_in
from loaders.records.parts import Dated, Form
from loaders.records.record import PaperKind, PaperRecord, Record
from loaders.refused import RecordError
from loaders.sources.dblp.names import Names
from loaders.sources.dblp.people import authors
from loaders.sources.dblp.volumes import HOME, SOURCE_NAME, place_of, proceedings, titled
from loaders.works.places import NOWHERE

KINDS: dict[str, PaperKind] = {
    "article": "article",
    "inproceedings": "article",
    "incollection": "chapter",
    "book": "book",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "data": "dataset",
}
"""What each element is here."""
TYPES: dict[str, PaperKind] = {"data": "dataset", "software": "software", "encyclopedia": "chapter"}
"""Words of `publtype` that are a kind."""
WITHDRAWN = "withdrawn"
CORR = "journals/corr/"
"""What keys of arXiv's papers begin with: the volume is their id, `abs/2001.00001` or `cs.CL/0101001`."""
NO_ADDRESS = "wikidata:"


def publication(record: Element, names: Names) -> Iterator[Record]:
    """Yield the journal or volume of a publication, then the paper. Raises RecordError, saying what it lacks."""
    key = record.get("key")
    if not key:
        raise RecordError("it has no key.")
    types = (record.get("publtype") or "").split()
    preprint = key.startswith(CORR)
    place = NOWHERE if preprint else place_of(record)
    yield from place.told
    written = authors(record, "author", names, child_text(record, "school"))
    edited = authors(record, "editor", names)
    if record.tag == "book" and edited:
        yield from proceedings(record, names)
    kind = _kind(record, types, preprint=preprint)
    links = [link for one in record.iterfind("ee") if (link := folded_text(one))]
    found = tuple(filter(None, (id_in(link) for link in links)))
    open_links = [address(folded_text(one)) for one in record.iterfind("ee[@type='oa']")]
    read_at = next(filter(None, open_links), None)
    year = child_text(record, "year")
    day = dates.or_said(dates.in_words(" ".join(filter(None, (year, child_text(record, "month"))))), year)
    withdrawn = WITHDRAWN in types
    notes = [text for one in record.iterfind("note") if not one.get("type") and (text := folded_text(one))]
    cited = [text for one in record.iterfind("cite") if (text := folded_text(one))]
    yield PaperRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{HOME}/rec/{key}",
        revised=dates.known(record.get("mdate")),
        title=titled(record),
        kind=kind,
        ids=tuple(dict.fromkeys((f"dblp:{key}", *_of_arxiv(record, preprint=preprint), *found, *_isbns(record, kind)))),
        dates=(Dated(value=day),) if day else (),
        authors=written,
        appeared_in=place.use,
        pages=child_text(record, "pages"),
        references=tuple(filter(None, (known(f"dblp:{one}") for one in cited))) if cited else None,
        forms=tuple(_forms(links, kind)),
        open_access=True if read_at or preprint else None,
        best_location=read_at,
        retracted=True if withdrawn else None,
        notices=("Withdrawn.",) if withdrawn else (),
        comment="; ".join(notes) or None,
    )


def _kind(record: Element, types: list[str], *, preprint: bool) -> PaperKind:
    for one in types:
        if one in TYPES:
            return TYPES[one]
    if preprint or (record.tag == "article" and "informal" in types):
        return "preprint"
    return KINDS[str(record.tag)]


def _of_arxiv(record: Element, *, preprint: bool) -> Iterator[str]:
    volume = child_text(record, "volume") if preprint else None
    found = known(f"arxiv:{volume.removeprefix('abs/')}") if volume else None
    if found:
        yield found


def _isbns(record: Element, kind: PaperKind) -> Iterator[str]:
    if kind == "book":
        yield from filter(None, (known(f"isbn:{folded_text(one)}") for one in record.iterfind("isbn")))


def _forms(links: list[str], kind: PaperKind) -> Iterator[Form]:
    """Yield where the paper can be read; entries about it are not that."""
    for link in dict.fromkeys(links):
        place = address(link)
        if place and not (id_in(link) or "").startswith(NO_ADDRESS):
            yield Form(url=place, kind="preprint" if kind == "preprint" else "article")
