"""What a citation of PubMed is about: MeSH headings, supplementary concepts, substances, authors' keywords."""

from collections.abc import Iterator
from typing import NamedTuple

from loaders.files.markup import Element, folded_text
from loaders.records.parts import TopicUse
from loaders.records.record import TopicRecord
from loaders.works.keywords import keywords

SOURCE_NAME = "pubmed"
SCHEME = "mesh"


class Subjects(NamedTuple):
    """How a paper uses its topics, None where it was given none; and the records of these."""

    uses: tuple[TopicUse, ...] | None
    told: tuple[TopicRecord, ...]


def subjects(citation: Element) -> Subjects:
    """Return MeSH first, in PubMed's order, the major ones marked; then the keywords."""
    names: dict[str, str] = {}
    major: dict[str, bool] = {}
    for code, name, first in _mesh(citation):
        names.setdefault(code, name)
        major[code] = major.get(code, False) or first
    words = (folded_text(one) for one in citation.iterfind("./KeywordList/Keyword"))
    uses, told = keywords(SOURCE_NAME, filter(None, words))
    return Subjects(
        (*(TopicUse(scheme=SCHEME, code=code, primary=first) for code, first in major.items()), *uses) or None,
        (*(_topic(code, name) for code, name in names.items()), *told),
    )


def _mesh(citation: Element) -> Iterator[tuple[str, str, bool]]:
    """Yield each heading's code, its name, and whether the paper is about that in the first place.

    It is where the descriptor, or any of the qualifiers beside it, is marked as major.
    """
    for heading in citation.iterfind("./MeshHeadingList/MeshHeading"):
        major = any(one.get("MajorTopicYN") == "Y" for one in heading)
        for one in heading.iterfind("DescriptorName"):
            yield from _named(one, major=major)
    for path in ("./SupplMeshList/SupplMeshName", "./ChemicalList/Chemical/NameOfSubstance"):
        for one in citation.iterfind(path):
            yield from _named(one, major=False)


def _named(said: Element, *, major: bool) -> Iterator[tuple[str, str, bool]]:
    code, name = said.get("UI"), folded_text(said)
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
