"""Convert a BibTeX entry to a reference: its kind, IDs, people, dates and container.

In texts, accents become letters, LaTeX commands are removed, and formulas stay.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names

from loaders.bibliographic.citation_entry import Reference
from loaders.bibliographic.tex_accents import decode_accents
from loaders.records import dates
from loaders.records.parts import Author
from loaders.records.record import PaperKind
from normalization.identifiers import normalize_or_none

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# pylatexenc has no type annotations; each text that it returns is passed through str().


MAX_TEX_LENGTH = 200_000
"""Maximum length of a text, in characters, whose commands are interpreted; from longer texts commands are removed."""
SIGNS = (
    *(("---", "\u2014"), ("--", "\u2013"), ("!`", "\u00a1"), ("?`", "\u00bf")),
    *(("``", "\u201c"), ("''", "\u201d"), ("~", " ")),
)
SILENT = re.compile(r"\\(?:noopsort|SortNoop|switchargs|bibsection)\s*\{[^{}]*\}")
"""Commands whose argument only sorts entries and is not printed."""
HREF = re.compile(r"\\href\s*\{[^{}]*\}")
ADDRESS = re.compile(r"\\(?:url|path|nolinkurl)\s*\{([^{}]*)\}")
BEFORE_ADDRESS = re.compile(r"\\(?:url|path|nolinkurl)\s*(?=\{)")
COMMAND = re.compile(r"\\[A-Za-z]+\*?\s*|\\(?=.)")
ESCAPED = re.compile(r"\\([_%&#$~^{}])(?:\{\})?")
TILDE = re.compile(r"\{?\$\\sim\$\}?|\\textasciitilde(?:\{\})?")


@lru_cache(maxsize=50_000)
def text(raw: str) -> str:
    r"""Return a text without LaTeX, on one line: `Erd{\H o}s` becomes Erdős, `{NP}` NP; `$x^2$` stays."""
    if "\\" not in raw and "$" not in raw:
        return _folded(_signs(raw.replace("{", "").replace("}", "")))
    raw = ADDRESS.sub(r"\1", HREF.sub("", SILENT.sub("", raw)))
    lettered = decode_accents(raw)
    if "\\" not in lettered and "$" not in lettered:
        return _folded(_signs(lettered.replace("{", "").replace("}", "")))
    try:
        if len(raw) > MAX_TEX_LENGTH:
            raise ValueError  # noqa: TRY301 use the same fallback as for unreadable LaTeX
        return _folded(_latex_to_text(raw))
    except Exception:  # noqa: BLE001 an error of the LaTeX parser must not reject the record
        return _folded(_signs(COMMAND.sub("", lettered).replace("{", "").replace("}", "")))


def strip_commands(raw: str) -> str:
    r"""Return an ID or URL without LaTeX escapes: `\url{https://x.org/a\_b}` becomes https://x.org/a_b."""
    raw = TILDE.sub("~", BEFORE_ADDRESS.sub("", raw))
    return ESCAPED.sub(r"\1", raw).replace("{", "").replace("}", "").strip()


def _signs(raw: str) -> str:
    for sign, replacement in SIGNS:
        raw = raw.replace(sign, replacement)
    return raw


def _folded(raw: str) -> str:
    return " ".join(raw.split())


def _latex_to_text(raw: str) -> str:
    r"""Return a text without its commands; `\input` files are not read, and formulas and percent signs stay."""
    from pylatexenc.latexwalker import LatexWalker  # noqa: PLC0415 takes 0.1 s to import and is rarely needed

    writer, known = _tables()
    nodes, _, _ = LatexWalker(raw, latex_context=known).get_latex_nodes()
    return str(writer.nodelist_to_text(nodes))


@cache
def _tables() -> tuple[Any, Any]:
    """Return the text writer and the table of known commands; both are created once."""
    from pylatexenc.latex2text import LatexNodes2Text  # noqa: PLC0415 as above
    from pylatexenc.latexwalker import get_default_latex_context_db  # noqa: PLC0415 as above

    return LatexNodes2Text(math_mode="verbatim", keep_comments=True), get_default_latex_context_db()


JOURNALS = {
    "aj": "The Astronomical Journal",
    "apj": "The Astrophysical Journal",
    "apjl": "The Astrophysical Journal Letters",
    "apjs": "The Astrophysical Journal Supplement Series",
    "aap": "Astronomy and Astrophysics",
    "aapr": "Astronomy and Astrophysics Reviews",
    "aaps": "Astronomy and Astrophysics Supplement",
    "actaa": "Acta Astronomica",
    "ao": "Applied Optics",
    "apss": "Astrophysics and Space Science",
    "araa": "Annual Review of Astronomy and Astrophysics",
    "baas": "Bulletin of the American Astronomical Society",
    "icarus": "Icarus",
    "jcap": "Journal of Cosmology and Astroparticle Physics",
    "jgr": "Journal of Geophysical Research",
    "grl": "Geophysical Research Letters",
    "memras": "Memoirs of the Royal Astronomical Society",
    "mnras": "Monthly Notices of the Royal Astronomical Society",
    "nat": "Nature",
    "na": "New Astronomy",
    "nar": "New Astronomy Reviews",
    "nphysa": "Nuclear Physics A",
    "pasa": "Publications of the Astronomical Society of Australia",
    "pasj": "Publications of the Astronomical Society of Japan",
    "pasp": "Publications of the Astronomical Society of the Pacific",
    "physrep": "Physics Reports",
    "planss": "Planetary and Space Science",
    "pra": "Physical Review A",
    "prb": "Physical Review B",
    "prc": "Physical Review C",
    "prd": "Physical Review D",
    "pre": "Physical Review E",
    "prl": "Physical Review Letters",
    "procspie": "Proceedings of the SPIE",
    "psj": "The Planetary Science Journal",
    "qjras": "Quarterly Journal of the Royal Astronomical Society",
    "sci": "Science",
    "skytel": "Sky and Telescope",
    "solphys": "Solar Physics",
    "ssr": "Space Science Reviews",
}
r"""Journals by the macros of the Astrophysics Data System. The macro is the whole value of the field: `{\apj}`."""


OTHERS = frozenset({"others", "et al.", "et al"})
PART = re.compile(r"\s*([\w-]+)\s*=\s*(\{.*\}|\".*\"|[^,]*)\s*")
COMMAS = re.compile(r",(?![^{]*\})")
FAMILY = re.compile(r"(?:^|,)\s*family\s*=")


class ByLine(NamedTuple):
    """Names in order, and whether the list is complete."""

    people: list[Author]
    complete: bool = True


def by_line(raw: str) -> ByLine:
    """Return the names of a field in order, without empty ones."""
    names = split_multiple_persons_names(" ".join(raw.split()))
    complete = not (names and text(names[-1]).lower() in OTHERS)
    people = [_person(name) for name in (names if complete else names[:-1])]
    return ByLine([person for person in people if person], complete)


def _person(raw: str) -> Author | None:
    if FAMILY.search(raw):
        parts = (match for piece in COMMAS.split(raw) if (match := PART.fullmatch(piece)))
        name_parts = {str(match[1]): text(str(match[2]).strip('"')) for match in parts}
        last = f"{name_parts.get('prefix', '')} {name_parts.get('family', '')}"
        return _author(name_parts.get("given", ""), last, name_parts.get("suffix", ""))
    if not COMMAS.search(raw):  # `{A Group, Inc.}`, or a name without marked parts
        name = text(raw)
        return Author(name=name, family=name if "," in name else None) if name else None
    split = parse_single_name_into_parts(raw, strict=False)
    first, von, last, jr = (text(" ".join(part)) for part in (split.first, split.von, split.last, split.jr))
    return _author(first, f"{von} {last}", jr)


def _author(first: str, last: str, jr: str) -> Author | None:
    family = " ".join(last.split())
    name = " ".join(filter(None, (first, family, jr)))
    return Author(name=name, family=family or None) if name else None


SOURCE_NAME = "bibtex"
KINDS: dict[str, PaperKind] = {
    "article": "article",
    "inproceedings": "article",
    "conference": "article",
    "suppperiodical": "article",
    "inbook": "chapter",
    "incollection": "chapter",
    "inreference": "chapter",
    "bookinbook": "chapter",
    "suppbook": "chapter",
    "suppcollection": "chapter",
    "book": "book",
    "mvbook": "book",
    "collection": "book",
    "mvcollection": "book",
    "reference": "book",
    "mvreference": "book",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "bachelorsthesis": "thesis",
    "thesis": "thesis",
    "techreport": "report",
    "report": "report",
    "dataset": "dataset",
    "data": "dataset",
    "software": "software",
    "softwareversion": "software",
    "preprint": "preprint",
}
"""Kind of work for each entry type; any other type is `other`."""
VOLUMES = frozenset({"proceedings", "mvproceedings", "periodical"})
"""Entry types that describe containers, not works."""
SKIPPED_KINDS = frozenset({"xdata", "set", "control", "jurabib"})
"""Entry types that are not references."""
IN_JOURNALS = frozenset({"article", "suppperiodical", "review", "letter", "misc", "online", "unpublished", "other"})
ARXIV = re.compile(r"(?:arxiv[\s:.]*(?:preprint)?[\s:]*(?:arxiv:)?|^abs/)((?:[a-z-]+/)?\d{4}\.?\d{3,5})", re.IGNORECASE)
"""An arXiv ID in the journal or volume field: `arXiv preprint arXiv:1706.03762`, CoRR's `abs/1706.03762`."""
ARXIV_ID = re.compile(r"^(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?$")
CORR = frozenset({"corr", "arxiv", "arxiv preprint", "arxiv e-prints", "arxiv.org", "computing research repository"})
EPRINTS = {"arxiv": "arxiv", "pubmed": "pmid", "hdl": "handle", "handle": "handle", "pmc": "pmcid"}
LANGUAGES = {
    **dict.fromkeys(("english", "american", "british", "usenglish", "ukenglish", "australian", "canadian"), "en"),
    **dict.fromkeys(("german", "ngerman", "austrian", "naustrian", "deutsch"), "de"),
    **dict.fromkeys(("french", "francais", "français", "canadien"), "fr"),
    **dict.fromkeys(("spanish", "español"), "es"),
    **dict.fromkeys(("portuguese", "brazilian", "brazil", "portuges"), "pt"),
    "italian": "it",
    "dutch": "nl",
    "russian": "ru",
    "polish": "pl",
    "swedish": "sv",
    "danish": "da",
    "finnish": "fi",
    "chinese": "zh",
    "japanese": "ja",
    "korean": "ko",
    "czech": "cs",
    "greek": "el",
    "turkish": "tr",
    "latin": "la",
}
"""Language codes by BibLaTeX's names of languages."""
CODE = re.compile(r"^([a-z]{2})(?:[-_][A-Za-z]{2,4})?$")
PARTED = re.compile(r"[;,]")
BEFORE_ISBN = re.compile(r"(?<![,;\s])[,;\s]++(?=[\dX]{9})|[,;]")
"""A separator of ISBNs, which may contain spaces. The first condition prevents quadratic time for long white space."""
SPLIT_IDS = re.compile(r"[\s,;]+")
URL = re.compile(r"\\url\s*\{([^{}]*)\}|(https?://[^\s{}]+)")
OF_DBLP = "dblp:"


def reference(kind: str, key: str, fields: Mapping[str, str]) -> Reference:
    """Return the fields of an entry as a reference."""
    get = _Fields(fields)
    result = Reference(source=SOURCE_NAME, kind=KINDS.get(kind, "other"), volume_itself=kind in VOLUMES)
    result.title = _titled(get, "title", "subtitle")
    result.dates = _dates(get)
    if get.raw("author"):
        result.authors, result.authors_complete = by_line(get.raw("author"))
    result.editors = by_line(get.raw("editor")).people
    result.abstract = get.text("abstract") or None
    result.comment = get.text("note") or None
    result.language = _language(get.text("langid", "language", "hyphenation"))
    keyword_text = get.text("keywords", "keyword")
    result.keywords = [part.strip() for part in PARTED.split(keyword_text) if part.strip()] if keyword_text else None
    result.publisher = get.text("publisher", "organization") or None
    result.place = get.text("address", "location") or None
    result.version = get.text("version") or None
    result.volume = get.text("volume") or None
    result.issue = (get.text("number", "issue") if get.raw("journal", "journaltitle") else "") or None
    result.pages = get.text("pages", "eid", "articleno").replace("\u2013", "-").replace("\u2014", "-") or None
    result.isbns = [part for part in BEFORE_ISBN.split(strip_commands(get.raw("isbn"))) if part]
    result.issns = [part for part in SPLIT_IDS.split(strip_commands(get.raw("issn"))) if part]
    result.ids = _ids(get, key)
    result.addresses = [strip_commands(get.raw("url")), *(a or b for a, b in URL.findall(get.raw("howpublished")))]
    _place(result, kind, get)
    return result


class _Fields:
    """The fields of an entry; of several names, the first non-empty field is used."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._said = fields

    def raw(self, *names: str) -> str:
        return next((value for name in names if (value := self._said.get(name, "").strip())), "")

    def text(self, *names: str) -> str:
        return text(self.raw(*names))


def _titled(get: _Fields, title: str, subtitle: str) -> str:
    return ": ".join(filter(None, (get.text(title), get.text(subtitle))))


def _place(result: Reference, kind: str, get: _Fields) -> None:
    """Set the container of the reference. A work that is only on arXiv is a preprint, and its "journal" gives its arXiv
    ID.
    """
    journal = _macro(get.raw("journal", "journaltitle")) or get.text("journal", "journaltitle")
    number = f"{journal} {get.text('volume')}" if journal.lower() in CORR else journal
    arxiv_match = ARXIV.search(get.text("volume")) if journal.lower() in CORR else ARXIV.search(number)
    if arxiv_match and normalize_or_none(f"arxiv:{arxiv_match[1]}"):
        result.ids.append(f"arxiv:{arxiv_match[1]}")
    arxiv = any(id_.startswith("arxiv:") for id_ in result.ids)
    if arxiv and (arxiv_match or journal.lower() in CORR or not (journal or get.raw("booktitle"))):
        if kind in IN_JOURNALS:
            result.kind = "preprint"
        result.volume = result.issue = None
        return
    result.journal = journal or None
    result.short = get.text("shortjournal") or None
    if not journal:
        result.book = _titled(get, "booktitle", "booksubtitle") or None
        result.series = get.text("series") or None


def _ids(get: _Fields, key: str) -> list[str]:
    ids = [f"{scheme}:{value}" for scheme in ("doi", "pmid", "pmcid") if (value := strip_commands(get.raw(scheme)))]
    eprint, kind = strip_commands(get.raw("eprint", "arxivid", "arxiv")), get.raw("eprinttype", "archiveprefix").lower()
    if eprint and kind in EPRINTS:
        ids.append(f"{EPRINTS[kind]}:{eprint}")
    elif eprint and not kind and (ARXIV_ID.match(eprint) or get.raw("arxivid", "arxiv")):
        ids.append(f"arxiv:{eprint}")
    if key.lower().startswith(OF_DBLP):
        ids.append(f"dblp:{key[len(OF_DBLP) :]}")
    return ids


def _dates(get: _Fields) -> list[str]:
    """Return the date of an entry with its precision: BibLaTeX's `date` (of a range, its start), else year and month.

    An invalid date is returned as written.
    """
    date_text = get.raw("date").partition("/")[0].strip().rstrip("?~%")
    if date := dates.parse_date_or_none(date_text):
        return [date]
    year = get.text("year") or date_text
    month = get.text("month").replace("#", " ")
    full_date = dates.date_from_parts(year, dates.month_of(month), get.raw("day")) if year.isdigit() else None
    date = dates.date_or_raw_text(full_date or dates.extract_date_from_text(f"{year} {month}"), date_text, year)
    return [date] if date else []


def _language(value: str) -> str | None:
    code = CODE.match(value)
    return LANGUAGES.get(value.lower()) or (code[1] if code else None)


def _macro(value: str) -> str | None:
    """Return the journal if the text is a macro of the Astrophysics Data System."""
    return JOURNALS.get(value.lstrip("\\")) if value.startswith("\\") else None
