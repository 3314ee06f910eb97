"""The bundled sample: bibliographic facts written for Byline, each checked against a public source that the record
names.

Reads JSON lists of records in the format of `loaders.records.record`: each has `record` (paper, researcher,
institution, venue, volume, topic) and the fields of that struct. A file holds records of several sources, so it shows
how Byline resolves contradictions: `source` names the source of a record, `url` a web page with the fact.
"""

from collections.abc import Iterator

import msgspec

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.encoding import JSON_ERRORS, refuse_other, rejection_reason
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.record import Item, Record
from loaders.sources.base import Source, read_each_file

_list = msgspec.json.Decoder(list[msgspec.Raw])
_record: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield one record per list element, in file order. Raises SourceFileError if the file is not a JSON list of
    records.
    """
    with file.open() as stream:
        text = stream.read()
        refuse_other(text[:4], file.display_name)
        try:
            elements = _list.decode(text)
        except JSON_ERRORS as error:
            reason = rejection_reason(error)
            raise SourceFileError(f"{file.display_name}: expected a JSON list of records: {reason}") from error
    if elements and not any(b'"record"' in bytes(element) for element in elements):
        raise SourceFileError(f"{file.display_name}: expected a JSON list of records; it has no element with `record`.")
    for number, element in enumerate(elements, 1):
        try:
            yield _record.decode(element)
        except JSON_ERRORS as error:
            yield RejectedItem(place=f"record {number}", reason=rejection_reason(error))


SOURCE = Source(
    name="sample",
    title="Bundled sample: the Megatron-LM family and related work",
    license="CC0-1.0",
    address="",
    provides=("bylines", "titles", "dates of several sources", "IDs", "categories", "code and data links", "citations"),
    omits=("abstracts",),
    example="byline load sample",
    expected_files="JSON lists of records (.json)",
    accepts=lambda name: strip_suffixes(name).endswith(".json"),
    start=read_each_file(read_file),
    bundled=True,
    multiple_sources=True,
)
