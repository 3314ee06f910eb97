"""BibTeX and BibLaTeX: lists of references as authors keep them and services export them.

`@string` and `crossref` may lead from one file to another of those given together, as they do in a paper. LaTeX is read
as text. What is private in such lists (`file`, `annote`, notes of a program) is left alone.

Source: https://ctan.org/pkg/bibtex (btxdoc); https://ctan.org/pkg/biblatex, chapter 2
"""

from collections.abc import Sequence

from loaders.files.archive import SourceFile, bare
from loaders.source import Reader, Source

EXPECTED = "a list of references in BibTeX, entries such as @article{key, title = {...}, ...}"


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader, which knows the macros and parents of all files."""
    from loaders.sources.bibtex.reading import reader  # noqa: PLC0415 what reads BibTeX takes a tenth of a second

    return reader(files, EXPECTED)


SOURCE = Source(
    name="bibtex",
    title="BibTeX and BibLaTeX",
    licence="as the list's maker says",
    address="https://ctan.org/pkg/biblatex",
    gives=(
        "titles, kinds, abstracts, languages, keywords and dates",
        "by-lines, family names told apart where the list does",
        "DOIs, arXiv ids, PMIDs, ISBNs, addresses, versions of software and data",
        "journals, books and proceedings with their editors",
    ),
    lacks=("affiliations, ORCID iDs, references",),
    example="byline load bibtex references.bib",
    expects=EXPECTED,
    wants=lambda name: bare(name).endswith((".bib", ".bibtex")),
    start=start,
)
