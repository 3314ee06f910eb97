"""ACL Anthology Network (AAN): citations between papers of the ACL Anthology, one pair of ACL IDs per line.

A line is `C08-3004 , A00-1002` (the left paper cites the right one) in the network's plain lists, and `C08-3004 ==>
A00-1002` in its releases. Yields citations only.

Source: D. R. Radev and others, The ACL Anthology Network Corpus, https://aclanthology.org/W09-3607
"""

import re
from collections.abc import Iterator

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.encoding import refuse_other_encoding
from loaders.formats.foreign_files import reject_foreign_files
from loaders.formats.lines import lines
from loaders.records.errors import RejectedItem, truncate
from loaders.records.record import CitationRecord, Item
from loaders.sources.base import Source, read_each_file
from normalization.identifiers import IdentifierError, normalize

FILES = re.compile(r"^(acl|paper-citation-network.*)\.txt$")
PAIR = re.compile(r"^\s*(\S+)\s*(?:,|==>)\s*(\S+)\s*$")
COMPLETE_END = re.compile(r"(?:,|==>)\s*[A-Z]\d\d-\d{4}$", re.IGNORECASE)
"""End of a line whose last ID is complete: the Anthology's IDs up to 2019 end in four digits."""
EXPECTED = "a list of citations, one pair of ACL IDs per line, such as C08-3004 , A00-1002"
MAX_LINE_BYTES = 1_000
"""Maximum length of a line in bytes."""


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield one citation per line, in file order; an invalid line is rejected.

    Raises:
        SourceFileError: No line is a pair of IDs, or the last line is truncated.
    """
    refuse_other_encoding(file)
    items = (
        line if isinstance(line, RejectedItem) else _citation(*line)
        for line in lines(file, MAX_LINE_BYTES, COMPLETE_END.search)
    )
    message = f"{file.display_name}: expected {EXPECTED}."
    yield from reject_foreign_files(items, lambda _: True, message, empty=message)


def _citation(position: str, text: str) -> Item:
    pair = PAIR.match(text)
    if pair is None:
        return RejectedItem(position, f"not a pair of ACL IDs: {truncate(text)}")
    try:
        citing, cited = (normalize(f"acl:{paper_id}") for paper_id in pair.groups())
    except IdentifierError as error:
        return RejectedItem(position, str(error))
    if citing == cited:
        return RejectedItem(position, f"{citing} cites itself.", intentional=True)
    key = ">".join(paper_id.removeprefix("acl:") for paper_id in (citing, cited))
    return CitationRecord(source="aan", key=key, citing=citing, cited=cited)


SOURCE = Source(
    name="aan",
    title="ACL Anthology Network",
    license="not stated; made for research",
    address="https://aclanthology.org/W09-3607",
    provides=("citations between papers of the ACL Anthology up to 2012",),
    omits=("the papers themselves: load the ACL Anthology, before or after", "citations of other papers"),
    example="byline load aan acl.txt",
    expected_files=EXPECTED,
    accepts=lambda name: bool(FILES.match(strip_suffixes(name))),
    start=read_each_file(read_file),
)
