"""BibTeX and BibLaTeX: bibliographies (`.bib`, `.bibtex`) as authors keep them and services export them.

Yields papers, and the journals, volumes, proceedings and books in which they appeared. `@string` macros and `crossref`
may refer to other files of the same load, as in a LaTeX document. LaTeX is converted to text. Private fields (`file`,
`annote`, notes of a program) are ignored.

Source: https://ctan.org/pkg/bibtex (btxdoc); https://ctan.org/pkg/biblatex, chapter 2
"""

from collections.abc import Iterator, Sequence

from loaders.bibliographic.citation_entry import CitationEntry, items, records
from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.records.errors import InvalidRecordError, RejectedItem, SourceFileError
from loaders.sources.base import Reader, Source
from loaders.sources.bibtex.crossref_fields import Shared
from loaders.sources.bibtex.entry import SKIPPED_KINDS, reference
from loaders.sources.bibtex.entry_scanner import Block, Macro, blocks
from loaders.sources.bibtex.values import value

EXPECTED = "a BibTeX bibliography, with entries such as @article{key, title = {...}, ...}"


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader, which resolves macros and parent entries over all files."""
    return reader(files, EXPECTED)


SOURCE = Source(
    name="bibtex",
    title="BibTeX and BibLaTeX",
    license="as stated by the author of the bibliography",
    address="https://ctan.org/pkg/biblatex",
    provides=(
        "titles, kinds, abstracts, languages, keywords and dates",
        "bylines, with family names if the entry marks them",
        "DOIs, arXiv IDs, PMIDs, ISBNs, URLs, versions of software and data",
        "journals, books and proceedings with their editors",
    ),
    omits=("affiliations, ORCID iDs, references",),
    example="byline load bibtex references.bib",
    expected_files=EXPECTED,
    accepts=lambda name: strip_suffixes(name).endswith((".bib", ".bibtex")),
    start=start,
)


def reader(files: Sequence[SourceFile], expected: str) -> Reader:
    """Return the reader of some files; `expected` describes the format in error messages."""
    shared = Shared(files)
    return lambda file: items(_entries(file, shared, expected))


def read_entries(file: SourceFile) -> Iterator[CitationEntry | RejectedItem]:
    """Yield the entries of one file in order. Errors as of the reader."""
    return _entries(file, Shared([file]), EXPECTED)


def _entries(file: SourceFile, shared: Shared, expected: str) -> Iterator[CitationEntry | RejectedItem]:
    """Yield the entries in file order; an entry or macro that cannot be read is rejected.

    Raises:
        SourceFileError: The file has no entry, its last entry is not closed, or the file is UTF-16
            without a byte order mark.
    """
    has_entries = False
    for entry in blocks(file):
        has_entries = True
        if isinstance(entry, RejectedItem):
            yield entry
            continue
        try:
            if isinstance(entry, Macro):
                value(entry.value, {})
            if not isinstance(entry, Block) or entry.kind in SKIPPED_KINDS:
                continue
            fields = shared.resolve_entry(file, entry)
            yield CitationEntry(entry.key, entry.place, list(records(reference(entry.kind, entry.key, fields))))
        except InvalidRecordError as error:
            yield RejectedItem(entry.place, str(error))
    if not has_entries:
        raise SourceFileError(f"{file.display_name}: expected {expected}.")
