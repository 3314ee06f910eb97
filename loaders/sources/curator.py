"""What people decided about who is who, as Byline wrote it down: one decision a line, as JSON.

`byline identity log --json` prints these lines; loading them into another graph, or after its sources were loaded anew,
makes the same decisions there.
"""

from collections.abc import Iterator
from itertools import count

import msgspec

from loaders.files.archive import SourceFile, bare
from loaders.files.encoding import refuse_other_file, why
from loaders.records.decision_form import LICENCE
from loaders.records.record import DecisionRecord
from loaders.refused import Rejected
from loaders.source import Item, Source, each_alone

_decision = msgspec.json.Decoder(DecisionRecord)


def read(file: SourceFile) -> Iterator[Item]:
    """Yield one decision a line, in file order; a line that is none is rejected with its number."""
    refuse_other_file(file)
    with file.open() as stream:
        for line, number in zip(stream, count(1), strict=False):
            if line.strip():
                yield _item(line, number)


def _item(line: bytes, number: int) -> Item:
    try:
        return _decision.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return Rejected(place=f"line {number}", reason=f"expected a decision: {why(error)}")


SOURCE = Source(
    name="curator",
    title="Decisions of people about who is who and what is what",
    licence=LICENCE,
    address="",
    gives=(
        "which papers, people, institutions, funders, venues, volumes are one",
        "which are not",
        "who decided, when, why",
    ),
    lacks=("anything about what they are",),
    example="byline load curator decisions.jsonl",
    expects="decisions as `byline identity log --json` prints them (.jsonl)",
    wants=lambda name: bare(name).endswith((".jsonl", ".ndjson")),
    start=each_alone(read),
)
