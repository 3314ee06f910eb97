"""The ACL Anthology Network: which papers of the Anthology cite which, a pair of ACL ids a line.

A line is `C08-3004 , A00-1002` (the left one cites the right one), as the network's plain lists have it, or
`C08-3004 ==> A00-1002`, as its releases do.

Source: D. R. Radev and others, The ACL Anthology Network Corpus, https://aclanthology.org/W09-3607
"""

import re
from collections.abc import Iterator

from cypher.identifiers import IdentifierError, normal
from loaders.files.archive import SourceFile, bare
from loaders.files.encoding import refuse_other_file
from loaders.files.lines import lines
from loaders.files.strange import told_by_its_beginning
from loaders.records.record import CitationRecord
from loaders.refused import Rejected, clipped
from loaders.source import Item, Source, each_alone

FILES = re.compile(r"^(acl|paper-citation-network.*)\.txt$")
PAIR = re.compile(r"^\s*(\S+)\s*(?:,|==>)\s*(\S+)\s*$")
WHOLE = re.compile(r"(?:,|==>)\s*[A-Z]\d\d-\d{4}$", re.IGNORECASE)
"""How a line ends whose last id is there to its last digit: the Anthology's ids up to 2019 have four."""
EXPECTED = "a list of citations, one pair of ACL ids a line, such as C08-3004 , A00-1002"
LONGEST = 1_000
"""Bytes of a line that are looked at: no pair of ids is longer."""


def read(file: SourceFile) -> Iterator[Item]:
    """Yield one citation a line, in file order; a line that is none is rejected, and the file goes on.

    Raises SourceError where no line is a pair of ids, and where the last breaks off.
    """
    refuse_other_file(file)
    found = (one if isinstance(one, Rejected) else _citation(*one) for one in lines(file, LONGEST, WHOLE.search))
    wrong = f"{file.shown}: expected {EXPECTED}."
    yield from told_by_its_beginning(found, lambda _: True, wrong, empty=wrong)


def _citation(place: str, text: str) -> Item:
    pair = PAIR.match(text)
    if pair is None:
        return Rejected(place, f"no pair of ACL ids: {clipped(text)}")
    try:
        citing, cited = (normal(f"acl:{one}") for one in pair.groups())
    except IdentifierError as error:
        return Rejected(place, str(error))
    if citing == cited:
        return Rejected(place, f"{citing} cites itself.", none=True)
    key = ">".join(one.removeprefix("acl:") for one in (citing, cited))
    return CitationRecord(source="aan", key=key, citing=citing, cited=cited)


SOURCE = Source(
    name="aan",
    title="ACL Anthology Network",
    licence="not stated; made for research",
    address="https://aclanthology.org/W09-3607",
    gives=("citations between papers of the ACL Anthology up to 2012",),
    lacks=("the papers themselves: load the ACL Anthology, before or after", "citations of other papers"),
    example="byline load aan acl.txt",
    expects=EXPECTED,
    wants=lambda name: bool(FILES.match(bare(name))),
    start=each_alone(read),
)
