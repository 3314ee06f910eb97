"""One collection file of the ACL Anthology: its volumes with their editors, its papers with all that they state.

Source: https://aclanthology.org (XML, schema.rnc of 2024-08).
"""

import re
from collections.abc import Iterator

from lxml import etree

from cypher.identifiers import known
from loaders.files.archive import SourceFile
from loaders.files.markup import Element, refuse_entities, text_of
from loaders.files.xml_words import line_and_words
from loaders.records.parts import Affiliation, Author, Dated, Form, Resource, VolumeUse
from loaders.records.record import PaperRecord, VolumeRecord
from loaders.refused import RecordError, Rejected, SourceError
from loaders.source import Item
from loaders.sources.acl.elements import by_tag, expect_collection, one_of, parent_of
from loaders.sources.acl.people import People, whole

HOME = "https://aclanthology.org"
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WORD = re.compile(r"[a-z]+")
HAN = re.compile(r"[\u3400-\u9fff]+$")
"""Chinese characters alone; the attribute `script` is wrong in places."""
TWO_DIGIT_VOLUME = re.compile(r"^(?:W\d\d|C69|D19)$")
FIRST_TWO_DIGIT_OF_D19 = 5
OPEN_SINCE = 2016


def read(file: SourceFile, people: People) -> Iterator[Item]:
    """Yield one record per volume and paper, in file order.

    Raises SourceError naming file, line and what was expected; a paper that cannot be read is yielded as Rejected.
    """
    volume: VolumeRecord | None = None
    date: str | None = None
    with file.open() as stream:
        expect_collection(stream, file.shown)
    with file.open() as stream:
        elements = etree.iterparse(
            stream, events=("end",), tag=("meta", "paper"), resolve_entities=False, no_network=True, huge_tree=False
        )
        try:
            for _, element in elements:
                try:
                    refuse_entities(element)
                    if element.tag == "paper":
                        if volume is None:
                            raise ValueError("it stands outside any volume.")  # noqa: TRY301 one way out for all
                        yield _paper(element, volume, date, people)
                        element.clear()
                    elif parent_of(element).tag == "volume":
                        volume, date = _volume(element, people), _date(element)
                        yield volume
                except (ValueError, AttributeError, RecordError) as error:
                    volume = None if element.tag == "meta" else volume  # its papers are in no other volume
                    yield Rejected(f"line {element.sourceline}", str(error))
        except etree.XMLSyntaxError as error:
            line, said = line_and_words(error, elements.error_log)
            raise SourceError(f"{file.shown}: line {line}: expected the Anthology's XML: {said}.") from error


def anthology_id(collection: str, volume: str, paper: str) -> str:
    """Return a paper's id: `2022.acl-long.1`, or as ids were until 2019 `P02-1001` and `W19-0101`."""
    if not collection[0].isalpha():
        return f"{collection}-{volume}.{paper}"
    if TWO_DIGIT_VOLUME.match(collection) and (collection != "D19" or int(volume) >= FIRST_TWO_DIGIT_OF_D19):
        return f"{collection}-{int(volume):02d}{int(paper):02d}"
    return f"{collection}-{volume}{int(paper):03d}"


def _volume(meta: Element, people: People) -> VolumeRecord:
    key = _volume_key(parent_of(meta))
    year = text_of(meta.find("year"))
    return VolumeRecord(
        source="acl",
        record_licence=_licence(int(year)) if year else None,
        key=key,
        url=f"{HOME}/volumes/{key}/",
        ids=tuple(f"volume:{one}" for said in meta.iterfind("isbn") if (one := known(f"isbn:{text_of(said)}"))),
        title=text_of(meta.find("booktitle")),
        year=int(year) if year else None,
        number=text_of(meta.find("journal-volume")) or None,
        issue=text_of(meta.find("journal-issue")) or None,
        publisher=text_of(meta.find("publisher")) or None,
        address=text_of(meta.find("address")) or None,
        venues=tuple(f"acl-venue:{text_of(venue)}" for venue in meta.iterfind("venue")),
        editors=tuple(_author(editor, people) for editor in meta.iterfind("editor")),
    )


def _paper(paper: Element, volume: VolumeRecord, date: str | None, people: People) -> PaperRecord:
    said = by_tag(paper)
    parent = parent_of(paper)
    collection = parent_of(parent).get("id") or ""
    key = anthology_id(collection, parent.get("id") or "", paper.get("id") or "")
    retractions = said.get("retracted", []) + said.get("removed", [])
    dates = [Dated(value=date)] if date else []
    dates += [Dated(value=day, kind="retracted") for one in retractions if (day := one.get("date"))]
    dates += [Dated(value=day, kind="corrected") for one in said.get("erratum", []) if (day := one.get("date"))]
    return PaperRecord(
        source="acl",
        record_licence=volume.record_licence,
        key=key,
        url=f"{HOME}/{key}/",
        title=one_of(said, "title"),
        ids=(f"acl:{key}", *(_outside_id(text_of(doi)) for doi in said.get("doi", []))),
        abstract=one_of(said, "abstract") or None,
        language=one_of(said, "language") or None,
        dates=tuple(dates),
        authors=tuple(_author(author, people) for author in said.get("author", [])),
        appeared_in=VolumeUse(
            volume=f"acl:{volume.key}", pages=one_of(said, "pages") or None, issue=one_of(said, "issue") or None
        ),
        resources=tuple(_resources(said)),
        forms=tuple(_forms(said)),
        retracted=True if retractions else None,
        notices=tuple(filter(None, map(text_of, retractions))),
        awards=tuple(map(text_of, said.get("award", []))),
        comment=one_of(said, "note") or None,
    )


def _licence(year: int) -> str:
    """Return the licence of what the Anthology holds of a year, as the foot of each of its pages says."""
    return "CC-BY-4.0" if year >= OPEN_SINCE else "CC-BY-NC-SA-3.0"


def _outside_id(text: str) -> str:
    """Return the id in a doi element: some volumes put a handle there."""
    return f"handle:{text}" if "hdl.handle.net/" in text else f"doi:{text}"


def _resources(said: dict[str, list[Element]]) -> Iterator[Resource]:
    for code in said.get("pwccode", []):
        if url := code.get("url"):
            yield Resource(url=url, kind="code", name=text_of(code) or None)
    for dataset in said.get("pwcdataset", []):
        if url := dataset.get("url"):
            yield Resource(url=url, kind="dataset", name=text_of(dataset) or None)


def _forms(said: dict[str, list[Element]]) -> Iterator[Form]:
    for url in said.get("url", []):
        yield Form(url=_address(text_of(url), ".pdf"), kind="article")
    for revision in said.get("revision", []):
        yield Form(
            url=_address(revision.get("href") or "", ".pdf"),
            kind="revision",
            version=revision.get("id"),
            date=revision.get("date"),
            note=text_of(revision) or None,
        )
    for erratum in said.get("erratum", []):
        url = _address(text_of(erratum), ".pdf")
        yield Form(url=url, kind="erratum", version=erratum.get("id"), date=erratum.get("date"))
    for attachment in said.get("attachment", []):
        url = _address(f"attachments/{text_of(attachment)}", "")
        yield Form(url=url, kind="attachment", note=attachment.get("type"))
    for video in said.get("video", []):
        yield Form(url=_address(video.get("href") or "", ""), kind="video")


def _address(name: str, suffix: str) -> str:
    """Return the address of a file of the Anthology, or the outside address that stands in its place."""
    name = name.removeprefix("attachments/") if "://" in name else name
    return name if "://" in name else f"{HOME}/{name}{suffix}"


def _author(person: Element, people: People) -> Author:
    first, last = text_of(person.find("first")), text_of(person.find("last"))
    name = whole(first, last)
    identifier = people.id_of(name, person.get("id"))
    places = tuple(Affiliation(text=text_of(place)) for place in person.iterfind("affiliation"))
    return Author(
        name=name,
        family=last,
        ids=(f"acl-person:{identifier}",) if identifier else (),
        affiliations=places or None,
        variants=tuple(filter(None, map(_variant, person.iterfind("variant")))),
    )


def _variant(variant: Element) -> str:
    """Return a name in another script as it is written there: in Chinese characters family name first, unparted."""
    first, last = text_of(variant.find("first")).strip(", "), text_of(variant.find("last")).strip(", ")
    return f"{last}{first}" if HAN.match(last + first) else whole(first, last)


def _date(meta: Element) -> str | None:
    """Return year and month of a volume, the year alone where no single month is named: days are the event's."""
    year = text_of(meta.find("year"))
    named = {word[:3] for word in WORD.findall(text_of(meta.find("month")).lower())} & set(MONTHS)
    if not year:
        return None
    return f"{year}-{MONTHS.index(named.pop()) + 1:02d}" if len(named) == 1 else year


def _volume_key(volume: Element) -> str:
    return f"{parent_of(volume).get('id')}-{volume.get('id')}"
