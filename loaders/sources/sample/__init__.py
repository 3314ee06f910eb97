"""The bundled sample: bibliographic facts of our own writing, each looked up in a public source that it names.

The format is that of `loaders.records.record` itself: a JSON list of records, each with `record` (paper, researcher,
institution, venue, volume, topic) and the fields of that struct. One file carries statements of several sources, so
that what happens when sources disagree can be seen: `source` says who states it, `url` where a person can read it.
"""

from collections.abc import Iterator

import msgspec

from loaders.files.archive import SourceFile, bare
from loaders.files.encoding import refuse_other, why
from loaders.records.record import Record
from loaders.refused import Rejected, SourceError
from loaders.source import Item, Source, each_alone

_list = msgspec.json.Decoder(list[msgspec.Raw])
_record: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def read(file: SourceFile) -> Iterator[Item]:
    """Yield one record per element of the list, in file order. Raises SourceError where the file is no JSON list."""
    with file.open() as stream:
        text = stream.read()
        refuse_other(text[:4], file.shown)
        try:
            elements = _list.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise SourceError(f"{file.shown}: expected a JSON list of records: {why(error)}") from error
    if elements and not any(b'"record"' in bytes(element) for element in elements):
        raise SourceError(f"{file.shown}: expected a JSON list of records; none of its elements is one.")
    for number, element in enumerate(elements, 1):
        try:
            yield _record.decode(element)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            yield Rejected(place=f"record {number}", reason=why(error))


SOURCE = Source(
    name="sample",
    title="Bundled sample: the Megatron-LM family and what stands around it",
    licence="CC0-1.0",
    address="",
    gives=("by-lines", "titles", "dates of several sources", "ids", "categories", "code and data links", "citations"),
    lacks=("abstracts",),
    example="byline load sample",
    expects="JSON lists of records (.json)",
    wants=lambda name: bare(name).endswith(".json"),
    start=each_alone(read),
    bundled=True,
    several=True,
)
