"""dblp: the bibliography of computer science, with its people told apart.

Read are `dblp.xml`, as a whole or in parts, and what dblp answers about one person or one publication
(`https://dblp.org/pid/....xml`, `https://dblp.org/rec/....xml`). Its named entities are read without its DTD.

Source: https://dblp.org/xml/docu/dblpxml.pdf, https://dblp.org/xml/dblp.dtd
"""

from collections.abc import Iterator, Sequence

from loaders.files.archive import SourceFile, bare
from loaders.files.markup import Element
from loaders.files.xml_elements import Form, local, read
from loaders.source import Item, Reader, Source
from loaders.sources.dblp.names import Names
from loaders.sources.dblp.people import person
from loaders.sources.dblp.publication import KINDS, publication
from loaders.sources.dblp.volumes import proceedings

PEOPLE = ("www", "person")
FORM = Form(
    whole="records of dblp, a <dblp> or a <dblpperson>",
    roots=frozenset({"dblp", "dblpperson"}),
    records=(*KINDS, "proceedings", *PEOPLE),
    named=True,
)


def start(files: Sequence[SourceFile]) -> Reader:
    """Look through the files for who bears which name, and return the reader."""
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
        "titles, kinds, years and by-lines",
        "people told apart, with their ORCID iDs, further names and affiliations",
        "journals, conferences, proceedings with their editors, books",
        "DOIs, arXiv ids and where papers can be read, which are withdrawn",
    ),
    lacks=("abstracts", "topics", "affiliations in by-lines", "references of most papers"),
    example="byline load dblp dblp.xml.gz",
    expects=FORM.whole,
    wants=lambda name: bare(name).endswith(".xml"),
    start=start,
)
