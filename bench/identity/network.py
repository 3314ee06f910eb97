"""Papers of the ACL Anthology Network: titles, people and years as its list has them.

A record is `id = {D10-1001}`, `author = {Rush, Alexander M.; Sontag, David}`, `title = {...}`, `venue = {...}` and
`year = {2010}`, a line each, in Latin-1 with HTML's names of letters. The ids are the Anthology's: a second source of
what it has.

Source: D. R. Radev and others, The ACL Anthology Network Corpus, https://aclanthology.org/W09-3607
"""

import html
import re
from collections.abc import Iterator
from pathlib import Path

from loaders.records.errors import InvalidRecordError
from loaders.records.match_features import RecordRef
from loaders.records.normalize import normalize_record
from loaders.records.parts import Author, TypedDate
from loaders.records.record import PaperRecord
from loaders.records.serialization import StoredRecord

NAME = "aan-metadata"
FIELD = re.compile(r"^(\w+) = \{(.*)\}\s*$")


def papers(path: Path) -> Iterator[StoredRecord]:
    """Yield the normalized papers of acl-metadata.txt that have a title. Raises OSError."""
    said: dict[str, str] = {}
    for line in (*path.read_text("latin-1").split("\n"), ""):
        if field := FIELD.match(line):
            said[field[1]] = html.unescape(field[2]).strip()
        elif not line.strip() and said:
            try:
                record = normalize_record(_paper(said))
            except InvalidRecordError:
                continue
            finally:
                said = {}
            yield StoredRecord(RecordRef(record.source, record.key, NAME), record)


def _paper(said: dict[str, str]) -> PaperRecord:
    names = [one.strip() for one in said.get("author", "").split(";")]
    return PaperRecord(
        source=NAME,
        key=said["id"],
        title=said["title"],
        ids=(f"acl:{said['id']}",),
        dates=(TypedDate(value=said["year"]),) if said.get("year") else (),
        authors=tuple(Author(name=name) for name in names if name) or None,
    )
