"""The records of lists of references, with the macros and parents that their files share."""

from collections.abc import Iterator, Sequence

from loaders.files.archive import SourceFile
from loaders.files.encoding import refuse_other_file
from loaders.recently import Recently
from loaders.records.in_passing import told_once
from loaders.refused import RecordError, Rejected, SourceError
from loaders.source import Item, Reader
from loaders.sources.bibtex.blocks import Block, Macro, blocks
from loaders.sources.bibtex.entry import NOTHING, reference
from loaders.sources.bibtex.inherit import Shared
from loaders.sources.bibtex.values import value
from loaders.works.reference import records


def reader(files: Sequence[SourceFile], expected: str) -> Reader:
    """Return the reader of some files, which says what it expected where a file is none of its."""
    shared = Shared(files)
    return lambda file: _items(file, shared, expected)


def _items(file: SourceFile, shared: Shared, expected: str) -> Iterator[Item]:
    """Yield the records of each entry in file order; an entry or macro that cannot be read is rejected.

    Raises SourceError where nothing begins like one, where the last does not end, and where the file is in UTF-16.
    """
    lately = Recently()
    seen = False
    refuse_other_file(file)
    for one in blocks(file):
        seen = True
        if isinstance(one, Rejected):
            yield one
            continue
        try:
            if isinstance(one, Macro):
                value(one.value, {})
            if not isinstance(one, Block) or one.kind in NOTHING:
                continue
            found = list(records(reference(one.kind, one.key, shared.whole(file, one))))
        except RecordError as error:
            yield Rejected(one.place, str(error))
            continue
        yield from told_once(found, lately)
    if not seen:
        raise SourceError(f"{file.shown}: expected {expected}.")
