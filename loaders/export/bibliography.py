"""Write works as entries of a bibliography in BibTeX, RIS or CSL-JSON.

Sources: BibTeXing (Patashnik 1988) and arXiv's advice for `eprint`; the RIS format of Reference Manager; the
specification of CSL 1.0.2.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from string import ascii_lowercase
from typing import Any, NamedTuple

import orjson

from normalization.text import fold, split_name

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MATH = re.compile(r"(\$[^$]+\$)")
"""A formula in a title, which is TeX already."""
BIBTEX_SPECIAL = re.compile(r"[&%$#_~^\\{}]")
BIBTEX_ESCAPES = {
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}
WORD = re.compile(r"\S+")
PUNCTUATION = ".,:;!?"
SHORT_WORDS = frozenset({"a", "an", "the", "on", "of", "in", "for", "and", "to", "from", "with", "is", "are", "how"})
"""First words of titles that are left out of citation keys."""
PAGES = re.compile(r"^\s*([\w.:]+)\s*[-\u2013\u2014]+\s*([\w.:]+)\s*$")
CSL_KINDS = {
    "preprint": "article",
    "chapter": "chapter",
    "book": "book",
    "dataset": "dataset",
    "software": "software",
    "model": "software",
    "thesis": "thesis",
    "report": "report",
    "review": "review",
    "other": "document",
}
"""Type of CSL for each kind of work except articles."""
RIS_KINDS = {
    "preprint": "UNPB",
    "chapter": "CHAP",
    "book": "BOOK",
    "dataset": "DATA",
    "software": "COMP",
    "model": "COMP",
    "thesis": "THES",
    "report": "RPRT",
}
"""Type of RIS for each kind of work except articles; GEN for others."""
BIBTEX_KINDS = {"chapter": "incollection", "book": "book", "report": "techreport"}
"""Entry type of BibTeX for each kind of work except articles; misc for others."""


class BibliographyFormat(Enum):
    """Format of a bibliography."""

    bibtex = "bibtex"
    ris = "ris"
    csl_json = "csl-json"


class PersonName(NamedTuple):
    """Family name and given names; without given names, `family` is the whole name."""

    family: str
    given_names: str

    def family_first(self) -> str:
        """Return the name with the family name first: `Curie, Marie`."""
        return f"{self.family}, {self.given_names}" if self.given_names else self.family


@dataclass(frozen=True, slots=True)
class CitedWork:
    """A work with the values of a bibliographic entry; None or empty if unknown.

    Attributes:
        kind: stored value of PaperKind.
        date: publication date: a year, a month or a day.
        authors_complete: False if authors are missing in `authors`.
        journal: name of the journal, for articles in journals.
        book: title of the proceedings or the book, for other works that appeared in one.
    """

    title: str
    kind: str
    date: str | None = None
    authors: tuple[PersonName, ...] = ()
    authors_complete: bool = True
    journal: str | None = None
    book: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    publisher: str | None = None
    doi: str | None = None
    arxiv: str | None = None
    url: str | None = None

    @property
    def page_range(self) -> tuple[str, str] | None:
        """First and last page; None if the pages are not a range."""
        match = PAGES.match(self.pages or "")
        return (match[1], match[2]) if match else None


def person_name(name: str) -> PersonName:
    """Split a name as printed into family name and given names."""
    return PersonName(*split_name(name))


class BibliographyWriter:
    """Writes entries one after the other, with citation keys that are unique in the bibliography."""

    def __init__(self, file_format: BibliographyFormat) -> None:
        self._file_format = file_format
        self._keys = CitationKeys()
        self._is_empty = True

    def entry(self, work: CitedWork) -> bytes:
        """Return the entry of a work, after the separator from the previous entry."""
        separator = b"[\n" if self._is_empty else b",\n"
        self._is_empty = False
        match self._file_format:
            case BibliographyFormat.bibtex:
                return bibtex_entry(work, self._keys.key(work)).encode()
            case BibliographyFormat.ris:
                return ris_entry(work).encode()
            case BibliographyFormat.csl_json:
                return separator + orjson.dumps(csl_item(work, self._keys.key(work)))

    def end(self) -> bytes:
        """Return the text after the last entry."""
        if self._file_format is not BibliographyFormat.csl_json:
            return b""
        return b"[]\n" if self._is_empty else b"\n]\n"


class CitationKeys:
    """Citation keys such as `vaswani2017attention`, unique in one bibliography.

    Repeated keys get a suffix from a to z, then a number.
    """

    def __init__(self) -> None:
        self._uses: dict[str, int] = {}

    def key(self, work: CitedWork) -> str:
        """Return the next key of a work."""
        family = fold(work.authors[0].family).replace(" ", "") if work.authors else "anonymous"
        title_words = fold(work.title).split() or ["untitled"]
        word = next((word for word in title_words if word not in SHORT_WORDS), title_words[0])
        base = f"{family or 'anonymous'}{(work.date or '')[:4]}{word}"
        uses = self._uses.get(base, 0)
        self._uses[base] = uses + 1
        if not uses:
            return base
        return base + (ascii_lowercase[uses - 1] if uses <= len(ascii_lowercase) else f"_{uses}")


def bibtex_entry(work: CitedWork, key: str) -> str:
    """Return a work as a BibTeX entry in UTF-8."""
    names = [_bibtex_name(name) for name in work.authors] + ([] if work.authors_complete else ["others"])
    entry_type = BIBTEX_KINDS.get(work.kind, "misc")
    if work.kind in ("article", "editorial"):
        entry_type = "article" if work.journal else "inproceedings" if work.book else "misc"
    year, month = (work.date or "")[:4], (work.date or "")[5:7]
    fields = {
        "title": _bibtex_title(work.title),
        "author": " and ".join(names),
        "journal": _escaped(work.journal),
        "booktitle": _escaped(work.book),
        "year": year,
        "volume": _escaped(work.volume),
        "number": _escaped(work.issue),
        "pages": "--".join(map(_escaped, work.page_range)) if work.page_range else _escaped(work.pages),
        "publisher": _escaped(work.publisher),
        "doi": work.doi,
        "eprint": work.arxiv,
        "archiveprefix": "arXiv" if work.arxiv else None,
        "url": None if work.doi or work.arxiv else work.url,
    }
    body = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    if month:
        body.insert(_place_of_month(body), f"  month = {MONTHS[int(month) - 1]}")
    return f"@{entry_type}{{{key},\n" + ",\n".join(body) + "\n}\n\n"


def _place_of_month(body: list[str]) -> int:
    return next((place + 1 for place, line in enumerate(body) if line.startswith("  year = ")), len(body))


def _bibtex_name(name: PersonName) -> str:
    text = _escaped(name.family_first())
    return text if name.given_names else f"{{{text}}}"


def _bibtex_title(title: str) -> str:
    """Return a title with its formulas. Braces keep capitals within words: styles may put titles into lower case."""
    return "".join(
        _in_braces(part) if place % 2 else WORD.sub(_protected, part)
        for place, part in enumerate(MATH.split(" ".join(title.split())))
    )


def _protected(match: re.Match[str]) -> str:
    """Return a word, in braces if it has a capital after its first letter."""
    word = match[0].rstrip(PUNCTUATION)
    end = _escaped(match[0][len(word) :])
    return f"{{{_escaped(word)}}}{end}" if any(map(str.isupper, word[1:])) else _escaped(word) + end


def _in_braces(formula: str) -> str:
    """Return a formula in braces, or as text if its own braces are unbalanced."""
    return f"{{{formula}}}" if formula.count("{") == formula.count("}") else _escaped(formula)


def _escaped(text: str | None) -> str:
    return BIBTEX_SPECIAL.sub(lambda match: BIBTEX_ESCAPES[match[0]], text or "")


def ris_entry(work: CitedWork) -> str:
    """Return a work as a RIS entry."""
    entry_type = RIS_KINDS.get(work.kind, "GEN")
    if work.kind in ("article", "editorial"):
        entry_type = "JOUR" if work.journal else "CPAPER" if work.book else "GEN"
    first, last = work.page_range or (work.pages, None)
    values = [
        ("TY", entry_type),
        *(("AU", name.family_first()) for name in work.authors),
        ("TI", work.title),
        ("T2", work.journal or work.book),
        ("PY", (work.date or "")[:4]),
        ("DA", "/".join([*work.date[:10].split("-"), "", ""][:3]) + "/" if work.date and len(work.date) > 4 else None),  # noqa: PLR2004 longer than a year
        ("VL", work.volume),
        ("IS", work.issue),
        ("SP", first),
        ("EP", last),
        ("PB", work.publisher),
        ("DO", work.doi),
        ("UR", _address(work)),
    ]
    text = "".join(f"{tag}  - {' '.join(value.split())}\r\n" for tag, value in values if value)
    return f"{text}ER  - \r\n\r\n"


def csl_item(work: CitedWork, key: str) -> Mapping[str, Any]:
    """Return a work as an item of CSL-JSON."""
    kind = CSL_KINDS.get(work.kind, "document")
    if work.kind in ("article", "editorial"):
        kind = "article-journal" if work.journal else "paper-conference" if work.book else "article"
    item: dict[str, Any] = {
        "id": key,
        "type": kind,
        "title": work.title,
        "author": [_csl_name(name) for name in work.authors],
        "issued": {"date-parts": [[int(part) for part in work.date[:10].split("-")]]} if work.date else None,
        "container-title": work.journal or work.book,
        "volume": work.volume,
        "issue": work.issue,
        "page": work.pages,
        "publisher": work.publisher,
        "DOI": work.doi,
        "URL": _address(work),
    }
    return {name: value for name, value in item.items() if value}


def _csl_name(name: PersonName) -> Mapping[str, str]:
    return {"family": name.family, "given": name.given_names} if name.given_names else {"literal": name.family}


def _address(work: CitedWork) -> str | None:
    return f"https://arxiv.org/abs/{work.arxiv}" if work.arxiv and not work.doi else work.url
