"""Topics of a PubMed citation: MeSH headings, supplementary concepts, substances, and keywords of the authors."""

from collections.abc import Iterator
from typing import NamedTuple

from loaders.bibliographic.keywords import keywords
from loaders.formats.markup import Element, folded_text
from loaders.records.parts import TopicUse
from loaders.records.record import TopicRecord

SOURCE_NAME = "pubmed"
SCHEME = "mesh"


class Subjects(NamedTuple):
    """Topics of a paper, if any, and the records of these topics."""

    uses: tuple[TopicUse, ...] | None
    records: tuple[TopicRecord, ...]


def subjects(citation: Element) -> Subjects:
    """Return the topics of a citation: MeSH in PubMed's order, with major topics marked as primary, then keywords."""
    names: dict[str, str] = {}
    major: dict[str, bool] = {}
    for code, name, first in _mesh(citation):
        names.setdefault(code, name)
        major[code] = major.get(code, False) or first
    keyword_texts = (folded_text(element) for element in citation.iterfind("./KeywordList/Keyword"))
    uses, keyword_topics = keywords(SOURCE_NAME, filter(None, keyword_texts))
    return Subjects(
        (*(TopicUse(scheme=SCHEME, code=code, primary=first) for code, first in major.items()), *uses) or None,
        (*(_topic(code, name) for code, name in names.items()), *keyword_topics),
    )


def _mesh(citation: Element) -> Iterator[tuple[str, str, bool]]:
    """Yield the code and name of each heading, and whether it is a major topic of the paper.

    A heading is a major topic if its descriptor or any of its qualifiers is marked as major.
    """
    for heading in citation.iterfind("./MeshHeadingList/MeshHeading"):
        major = any(part.get("MajorTopicYN") == "Y" for part in heading)
        for element in heading.iterfind("DescriptorName"):
            yield from _descriptor_and_qualifiers(element, major=major)
    for path in ("./SupplMeshList/SupplMeshName", "./ChemicalList/Chemical/NameOfSubstance"):
        for element in citation.iterfind(path):
            yield from _descriptor_and_qualifiers(element, major=False)


def _descriptor_and_qualifiers(element: Element, *, major: bool) -> Iterator[tuple[str, str, bool]]:
    code, name = element.get("UI"), folded_text(element)
    if code and name:
        yield code, name, major


def _topic(code: str, name: str) -> TopicRecord:
    return TopicRecord(
        source=SOURCE_NAME,
        key=f"{SCHEME}/{code}",
        url=f"https://meshb.nlm.nih.gov/record/ui?ui={code}",
        scheme=SCHEME,
        code=code,
        name=name,
    )
