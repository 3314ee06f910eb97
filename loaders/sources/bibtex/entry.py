"""One entry as a reference: its kind, ids, people, dates, and what it appeared in."""

import re
from collections.abc import Mapping

from cypher.identifiers import known
from loaders.records import dates
from loaders.records.record import PaperKind
from loaders.sources.bibtex.journals import JOURNALS
from loaders.sources.bibtex.latex import bare, text
from loaders.sources.bibtex.names import by_line
from loaders.works.reference import Reference

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
"""What each type is here; any other is `other`."""
VOLUMES = frozenset({"proceedings", "mvproceedings", "periodical"})
"""Types of what works appear in."""
NOTHING = frozenset({"xdata", "set", "control", "jurabib"})
"""Types of what is no reference by itself."""
IN_JOURNALS = frozenset({"article", "suppperiodical", "review", "letter", "misc", "online", "unpublished", "other"})
ARXIV = re.compile(r"(?:arxiv[\s:.]*(?:preprint)?[\s:]*(?:arxiv:)?|^abs/)((?:[a-z-]+/)?\d{4}\.?\d{3,5})", re.IGNORECASE)
"""An id of arXiv for a journal or its number: `arXiv preprint arXiv:1706.03762`, CoRR's `abs/1706.03762`."""
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
"""BibLaTeX's names of languages, and codes by themselves."""
CODE = re.compile(r"^([a-z]{2})(?:[-_][A-Za-z]{2,4})?$")
PARTED = re.compile(r"[;,]")
SPLIT_IDS = re.compile(r"[\s,;]+")
LINK = re.compile(r"\\url\s*\{([^{}]*)\}|(https?://[^\s{}]+)")
OF_DBLP = "dblp:"


def reference(kind: str, key: str, said: Mapping[str, str]) -> Reference:
    """Return an entry's fields as a reference."""
    get = _Fields(said)
    found = Reference(source=SOURCE_NAME, kind=KINDS.get(kind, "other"), volume_itself=kind in VOLUMES)
    found.title = _titled(get, "title", "subtitle")
    found.dates = _dates(get)
    if get.raw("author"):
        found.authors, found.authors_complete = by_line(get.raw("author"))
    found.editors = by_line(get.raw("editor")).people
    found.abstract = get.text("abstract") or None
    found.comment = get.text("note") or None
    found.language = _language(get.text("langid", "language", "hyphenation"))
    words = get.text("keywords", "keyword")
    found.keywords = [one.strip() for one in PARTED.split(words) if one.strip()] if words else None
    found.publisher = get.text("publisher", "organization") or None
    found.place = get.text("address", "location") or None
    found.version = get.text("version") or None
    found.volume = get.text("volume") or None
    found.issue = (get.text("number", "issue") if get.raw("journal", "journaltitle") else "") or None
    found.pages = get.text("pages", "eid", "articleno").replace("\u2013", "-").replace("\u2014", "-") or None
    found.isbns = [one for one in re.split(r"[,;\s]+(?=[\dX]{9})|[,;]", bare(get.raw("isbn"))) if one]
    found.issns = [one for one in SPLIT_IDS.split(bare(get.raw("issn"))) if one]
    found.ids = _ids(get, key)
    found.addresses = [bare(get.raw("url")), *(a or b for a, b in LINK.findall(get.raw("howpublished")))]
    _place(found, kind, get)
    return found


class _Fields:
    """The fields of an entry: the first of several names that says anything."""

    def __init__(self, said: Mapping[str, str]) -> None:
        self._said = said

    def raw(self, *names: str) -> str:
        return next((found for name in names if (found := self._said.get(name, "").strip())), "")

    def text(self, *names: str) -> str:
        return text(self.raw(*names))


def _titled(get: _Fields, title: str, subtitle: str) -> str:
    return ": ".join(filter(None, (get.text(title), get.text(subtitle))))


def _place(found: Reference, kind: str, get: _Fields) -> None:
    """Fill in what it appeared in; what is on arXiv alone is a preprint, and its "journal" its id."""
    journal = _macro(get.raw("journal", "journaltitle")) or get.text("journal", "journaltitle")
    number = f"{journal} {get.text('volume')}" if journal.lower() in CORR else journal
    seen = ARXIV.search(get.text("volume")) if journal.lower() in CORR else ARXIV.search(number)
    if seen and known(f"arxiv:{seen[1]}"):
        found.ids.append(f"arxiv:{seen[1]}")
    arxiv = any(one.startswith("arxiv:") for one in found.ids)
    if arxiv and (seen or journal.lower() in CORR or not (journal or get.raw("booktitle"))):
        if kind in IN_JOURNALS:
            found.kind = "preprint"
        found.volume = found.issue = None
        return
    found.journal = journal or None
    found.short = get.text("shortjournal") or None
    if not journal:
        found.book = _titled(get, "booktitle", "booksubtitle") or None
        found.series = get.text("series") or None


def _ids(get: _Fields, key: str) -> list[str]:
    found = [f"{scheme}:{said}" for scheme in ("doi", "pmid", "pmcid") if (said := bare(get.raw(scheme)))]
    eprint, kind = bare(get.raw("eprint", "arxivid", "arxiv")), get.raw("eprinttype", "archiveprefix").lower()
    if eprint and kind in EPRINTS:
        found.append(f"{EPRINTS[kind]}:{eprint}")
    elif eprint and not kind and (ARXIV_ID.match(eprint) or get.raw("arxivid", "arxiv")):
        found.append(f"arxiv:{eprint}")
    if key.lower().startswith(OF_DBLP):
        found.append(f"dblp:{key[len(OF_DBLP) :]}")
    return found


def _dates(get: _Fields) -> list[str]:
    """Return an entry's date, as precise as it is: BibLaTeX's `date`, of a range the beginning; else year and month.

    Of what is no date, it returns what was said for one.
    """
    said = get.raw("date").partition("/")[0].strip().rstrip("?~%")
    if found := dates.known(said):
        return [found]
    year = get.text("year") or said
    month = get.text("month").replace("#", " ")
    whole = dates.of_parts(year, dates.month_of(month), get.raw("day")) if year.isdigit() else None
    found = dates.or_said(whole or dates.in_words(f"{year} {month}"), said, year)
    return [found] if found else []


def _language(said: str) -> str | None:
    code = CODE.match(said)
    return LANGUAGES.get(said.lower()) or (code[1] if code else None)


def _macro(said: str) -> str | None:
    """Return the journal that a macro of the Astrophysics Data System names, None for any other text."""
    return JOURNALS.get(said.lstrip("\\")) if said.startswith("\\") else None
