"""RIS and Web of Science: tagged reference lists (`.ris`, `.ciw`), as EndNote, Zotero, Scopus and publishers export
them.

A line of RIS is `TY  - JOUR`, and a reference ends at `ER  -`. A line of Web of Science is `PT J`, continuation lines
are indented, and a reference ends at `ER`. Yields papers, and the journals, volumes and books in which they appeared.

Source: https://refman.com/support/ris-format (RIS, as its archived specification has it);
https://images.webofknowledge.com/images/help/WOS/hs_wos_fieldtags.html (Web of Science)
"""

import re
from collections.abc import Iterator

from loaders.bibliographic.citation_entry import CitationEntry, Reference, items, records
from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.markup import strip_markup
from loaders.records import dates
from loaders.records.errors import InvalidRecordError, RejectedItem, SourceFileError, truncate
from loaders.records.parts import Affiliation, Author
from loaders.records.record import Item, PaperKind
from loaders.sources.base import Source, read_each_file
from loaders.sources.ris.tag_parser import TaggedEntry, tagged
from normalization.identifiers import normalize_or_none

SOURCE_NAME = "ris"
KINDS: dict[str, PaperKind] = {
    **dict.fromkeys(("JOUR", "JFULL", "ABST", "INPR", "MGZN", "NEWS", "EJOUR", "CONF", "CPAPER"), "article"),
    **dict.fromkeys(("CHAP", "ECHAP", "ENCYC", "DICT"), "chapter"),
    **dict.fromkeys(("BOOK", "EBOOK", "EDBOOK", "WHOLE", "CLSWK", "SERIES"), "book"),
    **dict.fromkeys(("THES",), "thesis"),
    **dict.fromkeys(("RPRT", "GOVDOC", "STAND"), "report"),
    **dict.fromkeys(("DATA", "DBASE", "AGGR"), "dataset"),
    **dict.fromkeys(("COMP",), "software"),
}
"""Kind of work for each RIS type; any other type is `other`."""
WOS_KINDS: dict[str, PaperKind] = {"J": "article", "B": "book", "S": "article", "C": "article", "P": "other"}
"""Kind of work for each publication type of Web of Science: journal, book, series, patent."""
WOS_TYPES: dict[str, PaperKind] = {
    "book chapter": "chapter",
    "editorial material": "editorial",
    "data paper": "article",
    "proceedings paper": "article",
    "retraction": "other",
    "correction": "other",
    "book review": "other",
}
"""Document types of Web of Science that are more specific than the publication type."""
BOOKS = ("CHAP", "ECHAP", "CONF", "CPAPER", "ENCYC", "DICT", "EDBOOK")
"""Types whose T2 is a book or proceedings."""
DOI = re.compile(r"10\.\d{4,9}/\S+")
PMID = re.compile(r"^(?:PMID:?\s*)?(\d{1,8})$", re.IGNORECASE)
SCOPUS_PMID = re.compile(r"^(\d{5,8})(?: \(NLM\))?$")
CITED_DOI = re.compile(r"DOI\s*\[?\s*(10\.\d{4,9}/[^\s,\]]+)", re.IGNORECASE)
"""A DOI in a cited reference of Web of Science: `Doe J, 2010, J ONES, V1, P2, DOI 10.1000/x`."""
AT = re.compile(r"^\[([^\]]*)\]\s*(.+)$")
"""Affiliation with its authors: `[Doe, Jane; Roe, Richard] Univ A, Rome, Italy.`"""
ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
ISSN = re.compile(r"\b\d{4}-?\d{3}[\dXx]\b")
ISBN = re.compile(r"(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx]\b")
ET_AL = frozenset({"et al", "et al.", "others", "and others", "..."})
LANGUAGES = {
    "english": "en",
    "german": "de",
    "french": "fr",
    "spanish": "es",
    "portuguese": "pt",
    "italian": "it",
    "chinese": "zh",
    "japanese": "ja",
    "russian": "ru",
    "korean": "ko",
    "polish": "pl",
    "dutch": "nl",
    "eng": "en",
    "ger": "de",
    "deu": "de",
    "fre": "fr",
    "fra": "fr",
    "spa": "es",
    "por": "pt",
    "ita": "it",
}
CODE = 2
"""Length of a language code."""


def reference(entry: TaggedEntry) -> Reference:
    """Return an entry's tags as a reference."""
    result = _of_wos(entry) if entry.wos else _of_ris(entry)
    result.abstract = strip_markup(entry.first("AB", "N2") or "") or None
    result.language = _language(entry.first("LA"))
    result.authors, result.authors_complete = _people(entry, *(("AF", "AU") if entry.wos else ("AU", "A1")))
    return result


def _of_ris(entry: TaggedEntry) -> Reference:
    kind = (entry.first("TY") or "").upper()
    result = Reference(source=SOURCE_NAME, kind=KINDS.get(kind, "other"))
    # the title of a chapter is TI, the title of its book T2 or BT; the title of a whole book may be BT
    result.title = strip_markup(entry.first("TI", "T1", "CT", *(() if kind in BOOKS else ("BT",))) or "")
    result.dates = _dates(entry)
    result.keywords = _keywords(entry.all("KW"))
    result.publisher, result.place = entry.first("PB"), entry.first("CY", "PP")
    result.volume, result.issue = entry.first("VL"), entry.first("IS", "CP")
    result.pages = _pages(entry.first("SP"), entry.first("EP")) or entry.first("AR", "C7")
    result.editors = _people(entry, "ED", "A2")[0] or []
    result.ids = _ids(entry)
    result.addresses = [url for value in entry.values.get("UR", []) for url in value.split(";")]
    result.addresses += [*entry.values.get("L2", ()), *entry.values.get("LK", ())]
    numbers = " ".join(entry.values.get("SN", ()))
    result.issns, result.isbns = ISSN.findall(numbers), ISBN.findall(numbers)
    journal = entry.first("JO", "JF", "JA", "J2")
    full = entry.first("T2", "BT") if kind in BOOKS else entry.first("JF", "T2", "JO", "JA", "J2")
    if kind in BOOKS or (result.kind == "chapter" and not journal):
        result.book = strip_markup(full or journal or "") or None
        result.issue = None
        result.editors = result.editors or _people(entry, "A3")[0] or []
    elif result.kind in ("article", "editorial", "preprint"):
        result.journal = strip_markup(full or "") or None
        result.short = next((short_name for short_name in entry.all("J2", "JA", "JO") if short_name != full), None)
    return result


def _of_wos(entry: TaggedEntry) -> Reference:
    types = [part.strip().lower() for part in (entry.first("DT") or "").split(";")]
    kinds: list[PaperKind] = [WOS_TYPES[type_] for type_ in types if type_ in WOS_TYPES]
    kinds.extend(WOS_KINDS[code] for code in entry.all("PT") if code in WOS_KINDS)
    kind: PaperKind = kinds[0] if kinds else "other"
    result = Reference(source=SOURCE_NAME, kind=kind, title=strip_markup(entry.first("TI") or ""))
    year, month = entry.first("PY"), entry.first("PD") or ""
    date = dates.date_or_raw_text(dates.extract_date_from_text(f"{year} {month}") if year else None, year)
    result.dates = [date] if date else []
    keywords = [word.strip() for word in (entry.first("DE") or "").split(";") if word.strip()]
    result.keywords = keywords or None
    result.publisher, result.place = entry.first("PU"), entry.first("PI")
    result.volume, result.issue = entry.first("VL"), entry.first("IS")
    result.pages = _pages(entry.first("BP"), entry.first("EP")) or entry.first("AR")
    result.editors = _people(entry, "BE", "ED")[0] or []
    result.ids = [f"doi:{doi}" for doi in entry.all("DI")[:1]]
    result.ids += [f"pmid:{match[1]}" for value in entry.all("PM") if (match := PMID.match(value))]
    result.ids += [f"wos:{value.upper().removeprefix('WOS:')}" for value in entry.all("UT")]
    cited = entry.all("CR")
    if cited:
        dois = (normalize_or_none(f"doi:{doi}") for citation in cited for doi in CITED_DOI.findall(citation)[:1])
        result.references = list(dict.fromkeys(filter(None, dois)))
    result.issns, result.isbns = (
        [*entry.all("SN"), *entry.all("EI")],
        ISBN.findall(" ".join(entry.values.get("BN", ()))),
    )
    if kind == "chapter":
        result.book = entry.first("SO")
    elif kind != "book":
        result.journal, result.short = entry.first("SO"), entry.first("JI", "J9")
    return result


def _people(entry: TaggedEntry, *tags: str) -> tuple[list[Author] | None, bool]:
    """Return the people of the first non-empty tag, if any, and True if the list is complete."""
    names = [
        name
        for value in entry.all(*tags)
        for name in ([value] if "," in value or entry.wos else value.split(";"))
        if name
    ]
    complete = not (names and names[-1].strip().lower() in ET_AL)
    orcids, places = _orcids(entry), _places(entry)
    people = [_person(name, orcids, places) for name in (names if complete else names[:-1])]
    return [person for person in people if person] or None, complete


def _orcids(entry: TaggedEntry) -> dict[str, str]:
    """Return the ORCID iD of each person by name, from values such as `Doe, J/0000-0002-1825-0097; Roe, R/...`."""
    orcids: dict[str, str] = {}
    for part in (part for value in entry.values.get("OI", ()) for part in value.split(";")):
        name, _, number = part.rpartition("/")
        if match := ORCID.match(number):
            orcids[_folded(name.rpartition("/")[2])] = match[0]
    return orcids


def _places(entry: TaggedEntry) -> dict[str, list[str]]:
    """Return the affiliations of each person by name (Web of Science only)."""
    affiliations: dict[str, list[str]] = {}
    for value in entry.values.get("C1", ()) if entry.wos else ():
        if match := AT.match(value):
            for name in match[1].split(";"):
                affiliations.setdefault(_folded(name), []).append(match[2].rstrip("."))
    return affiliations


def _person(raw_name: str, orcids: dict[str, str], places: dict[str, list[str]]) -> Author | None:
    """Return a person: `Family, Given, Suffix`; without a comma, the text is the name."""
    family, *rest = (part.strip() for part in raw_name.split(","))
    given_name, suffix = [*rest, "", ""][:2]
    name = " ".join(filter(None, (given_name, family, suffix)))
    orcid = normalize_or_none(f"orcid:{orcids[_folded(raw_name)]}") if _folded(raw_name) in orcids else None
    family_name = family if rest and family else None
    affiliations = tuple(Affiliation(text=text) for text in places.get(_folded(raw_name), ())) or None
    return (
        Author(name=name, family=family_name, ids=(orcid,) if orcid else (), affiliations=affiliations)
        if name
        else None
    )


def _folded(name: str) -> str:
    return " ".join(name.lower().replace(",", " ").split())


def _dates(entry: TaggedEntry) -> list[str]:
    """Return the date: the most precise of PY, Y1 and DA (`2020/03/07/spring`) with the year of the first; else PY as
    written.
    """
    parsed_dates: list[str] = []
    for tag in ("PY", "Y1", "DA"):
        for value in entry.values.get(tag, ())[:1]:
            year, month, day = ([*value.replace("-", "/").split("/"), "", ""])[:3]
            date = dates.date_from_parts(
                year, dates.month_of(month) if month else None, day
            ) or dates.extract_date_from_text(value)
            parsed_dates += [date] if date else []
    same = [candidate for candidate in parsed_dates if candidate[:4] == parsed_dates[0][:4]]
    date = dates.date_or_raw_text(max(same, key=len, default=None), entry.first("PY"), entry.first("Y1"))
    return [date] if date else []


def _keywords(values: list[str]) -> list[str] | None:
    return [word.strip() for value in values for word in re.split(r"[;\n]", value) if word.strip()] or None


def _pages(first: str | None, last: str | None) -> str | None:
    if first and last and first != last and "-" not in first:
        return f"{first}-{last}"
    return first or last


def _ids(entry: TaggedEntry) -> list[str]:
    """Return the IDs: the DOI of DO, else a DOI in the number, type or note tags; PMIDs and PMCIDs of PubMed and Scopus
    exports.
    """
    dois = [
        match[0]
        for tag in ("DO", "DI", "M3", "L3")
        for value in entry.values.get(tag, ())
        if (match := DOI.search(value))
    ]
    ids = [f"doi:{doi}" for doi in dois[:1]]
    base = " ".join(entry.values.get("DB", ())).lower()
    if base in ("pubmed", "medline", "nlm") or (entry.first("C2") or "").upper().startswith("PMC"):
        ids += [f"pmid:{match[1]}" for value in entry.values.get("AN", ()) if (match := PMID.match(value))]
        ids += [f"pmcid:{value}" for value in entry.values.get("C2", ()) if value.upper().startswith("PMC")]
    ids += [f"pmid:{match[1]}" for value in entry.values.get("AN", ()) if (match := re.match(r"PMID:?\s*(\d+)", value))]
    if base == "scopus":
        ids += [f"pmid:{match[1]}" for value in entry.values.get("C2", ()) if (match := SCOPUS_PMID.match(value))]
    return list(dict.fromkeys(ids))


def _language(text: str | None) -> str | None:
    name = (text or "").strip().lower()
    return LANGUAGES.get(name) or (name if len(name) == CODE and name.isalpha() else None)


EXPECTED = "references in RIS (lines such as TY  - JOUR) or of Web of Science (lines such as PT J)"


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield each work in file order, preceded by its journal or book and its keywords if they were not yielded
    recently.

    A reference without a title is rejected.

    Raises:
        SourceFileError: The file has no reference, or its last reference is truncated.
    """
    return items(read_entries(file))


def read_entries(file: SourceFile) -> Iterator[CitationEntry | RejectedItem]:
    """Yield the references in file order. Errors as of `read_file`."""
    has_entries = False
    for entry in tagged(file):
        has_entries = True
        if entry.broken:
            yield RejectedItem(entry.place, entry.broken)
            continue
        try:
            yield CitationEntry(entry.first("ID") or "", entry.place, list(records(reference(entry))))
        except InvalidRecordError as error:
            key = truncate(entry.first("TI", "T1", "DO", "DI", "ID", "UT") or "")
            yield RejectedItem(f"{entry.place}, {key}" if key else entry.place, str(error))
    if not has_entries:
        raise SourceFileError(f"{file.display_name}: expected {EXPECTED}.")


SOURCE = Source(
    name="ris",
    title="RIS and Web of Science",
    license="as stated by the author of the list",
    address="https://refman.com/support/ris-format",
    provides=(
        "titles, kinds, abstracts, languages, keywords and dates",
        "bylines with family names; from Web of Science also ORCID iDs, affiliations and references",
        "DOIs, PMIDs, ISBNs, URLs",
        "journals and books with their editors",
    ),
    omits=("RIS: affiliations and references", "Web of Science: funders, and references without a DOI"),
    example="byline load ris references.ris",
    expected_files=EXPECTED,
    accepts=lambda name: strip_suffixes(name).endswith((".ris", ".ciw")),
    start=read_each_file(read_file),
)
