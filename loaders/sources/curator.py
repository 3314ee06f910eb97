"""Curators' identity decisions as JSON lines, one decision per line, as `byline identity log --json` prints them.

Loading the file into another graph, or into a rebuilt one, makes the same decisions there. Yields decision records.
"""

from collections.abc import Iterator
from itertools import count

import msgspec

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.encoding import JSON_ERRORS, refuse_other_encoding, rejection_reason
from loaders.records.decision_validation import LICENSE
from loaders.records.errors import RejectedItem
from loaders.records.record import DecisionRecord, Item
from loaders.sources.base import Source, read_each_file

_decision = msgspec.json.Decoder(DecisionRecord)


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield one decision per line, in file order; an invalid line is rejected with its number."""
    refuse_other_encoding(file)
    with file.open() as stream:
        for line, number in zip(stream, count(1), strict=False):
            if line.strip():
                yield _item(line, number)


def _item(line: bytes, number: int) -> Item:
    try:
        return _decision.decode(line)
    except JSON_ERRORS as error:
        return RejectedItem(place=f"line {number}", reason=f"expected a decision: {rejection_reason(error)}")


SOURCE = Source(
    name="curator",
    title="Identity decisions of curators",
    license=LICENSE,
    address="",
    provides=(
        "papers, people, institutions, funders, venues and volumes that are the same",
        "those that are distinct",
        "the curator, date and reason of each decision",
    ),
    omits=("descriptions of the entities",),
    example="byline load curator decisions.jsonl",
    expected_files="decisions as `byline identity log --json` prints them (.jsonl)",
    accepts=lambda name: strip_suffixes(name).endswith((".jsonl", ".ndjson")),
    start=read_each_file(read_file),
)
