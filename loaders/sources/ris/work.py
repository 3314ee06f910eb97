"""One reference of RIS or of Web of Science: its kind, ids, people, dates, and what it appeared in."""

import re

from cypher.identifiers import known
from loaders.files.markup import plain
from loaders.records import dates
from loaders.records.parts import Affiliation, Author
from loaders.records.record import PaperKind
from loaders.sources.ris.tagged import Tagged
from loaders.works.reference import Reference

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
"""What each type of RIS is here; any other is `other`."""
WOS_KINDS: dict[str, PaperKind] = {"J": "article", "B": "book", "S": "article", "C": "article", "P": "other"}
"""What each type of publication of Web of Science is: journal, book, series, patent."""
WOS_TYPES: dict[str, PaperKind] = {
    "book chapter": "chapter",
    "editorial material": "editorial",
    "data paper": "article",
    "proceedings paper": "article",
    "retraction": "other",
    "correction": "other",
    "book review": "other",
}
"""Types of documents of Web of Science that say more than the type of publication."""
BOOKS = ("CHAP", "ECHAP", "CONF", "CPAPER", "ENCYC", "DICT", "EDBOOK")
"""Types whose T2 is a book or proceedings."""
DOI = re.compile(r"10\.\d{4,9}/\S+")
PMID = re.compile(r"^(?:PMID:?\s*)?(\d{1,8})$", re.IGNORECASE)
SCOPUS_PMID = re.compile(r"^(\d{5,8})(?: \(NLM\))?$")
CITED_DOI = re.compile(r"DOI\s*\[?\s*(10\.\d{4,9}/[^\s,\]]+)", re.IGNORECASE)
"""A DOI in a reference as Web of Science has it: `Doe J, 2010, J ONES, V1, P2, DOI 10.1000/x`."""
AT = re.compile(r"^\[([^\]]*)\]\s*(.+)$")
"""Who wrote from where: `[Doe, Jane; Roe, Richard] Univ A, Rome, Italy.`"""
ORCID = re.compile(r"([^;/]+)/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])")
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
"""Letters of a language's code."""


def reference(said: Tagged) -> Reference:
    """Return a reference's tags as what they say."""
    found = _of_wos(said) if said.wos else _of_ris(said)
    found.abstract = plain(said.first("AB", "N2") or "") or None
    found.language = _language(said.first("LA"))
    found.authors, found.authors_complete = _people(said, *(("AF", "AU") if said.wos else ("AU", "A1")))
    return found


def _of_ris(said: Tagged) -> Reference:
    kind = (said.first("TY") or "").upper()
    found = Reference(source=SOURCE_NAME, kind=KINDS.get(kind, "other"))
    # a chapter's own title is TI, its book's T2 or BT; a whole book's may be BT
    found.title = plain(said.first("TI", "T1", "CT", *(() if kind in BOOKS else ("BT",))) or "")
    found.dates = _dates(said)
    found.keywords = _keywords(said.all("KW"))
    found.publisher, found.place = said.first("PB"), said.first("CY", "PP")
    found.volume, found.issue = said.first("VL"), said.first("IS", "CP")
    found.pages = _pages(said.first("SP"), said.first("EP")) or said.first("AR", "C7")
    found.editors = _people(said, "ED", "A2")[0] or []
    found.ids = _ids(said)
    found.addresses = [url for one in said.values.get("UR", []) for url in one.split(";")]
    found.addresses += [*said.values.get("L2", ()), *said.values.get("LK", ())]
    numbers = " ".join(said.values.get("SN", ()))
    found.issns, found.isbns = ISSN.findall(numbers), ISBN.findall(numbers)
    journal = said.first("JO", "JF", "JA", "J2")
    full = said.first("T2", "BT") if kind in BOOKS else said.first("JF", "T2", "JO", "JA", "J2")
    if kind in BOOKS or (found.kind == "chapter" and not journal):
        found.book = plain(full or journal or "") or None
        found.issue = None
        found.editors = found.editors or _people(said, "A3")[0] or []
    elif found.kind in ("article", "editorial", "preprint"):
        found.journal = plain(full or "") or None
        found.short = next((one for one in said.all("J2", "JA", "JO") if one != full), None)
    return found


def _of_wos(said: Tagged) -> Reference:
    types = [one.strip().lower() for one in (said.first("DT") or "").split(";")]
    kinds: list[PaperKind] = [WOS_TYPES[one] for one in types if one in WOS_TYPES]
    kinds.extend(WOS_KINDS[one] for one in said.all("PT") if one in WOS_KINDS)
    kind: PaperKind = kinds[0] if kinds else "other"
    found = Reference(source=SOURCE_NAME, kind=kind, title=plain(said.first("TI") or ""))
    year, month = said.first("PY"), said.first("PD") or ""
    date = dates.or_said(dates.in_words(f"{year} {month}") if year else None, year)
    found.dates = [date] if date else []
    words = [word.strip() for word in (said.first("DE") or "").split(";") if word.strip()]
    found.keywords = words or None
    found.publisher, found.place = said.first("PU"), said.first("PI")
    found.volume, found.issue = said.first("VL"), said.first("IS")
    found.pages = _pages(said.first("BP"), said.first("EP")) or said.first("AR")
    found.editors = _people(said, "BE", "ED")[0] or []
    found.ids = [f"doi:{one}" for one in said.all("DI")[:1]]
    found.ids += [f"pmid:{seen[1]}" for one in said.all("PM") if (seen := PMID.match(one))]
    found.ids += [f"wos:{one.upper().removeprefix('WOS:')}" for one in said.all("UT")]
    cited = said.all("CR")
    if cited:
        dois = (known(f"doi:{doi}") for one in cited for doi in CITED_DOI.findall(one)[:1])
        found.references = list(dict.fromkeys(filter(None, dois)))
    found.issns, found.isbns = [*said.all("SN"), *said.all("EI")], ISBN.findall(" ".join(said.values.get("BN", ())))
    if kind == "chapter":
        found.book = said.first("SO")
    elif kind != "book":
        found.journal, found.short = said.first("SO"), said.first("JI", "J9")
    return found


def _people(said: Tagged, *tags: str) -> tuple[list[Author] | None, bool]:
    """Return the people of the first of some tags, None where nobody is named, and whether they are all."""
    names = [name for one in said.all(*tags) for name in ([one] if "," in one or said.wos else one.split(";")) if name]
    complete = not (names and names[-1].strip().lower() in ET_AL)
    orcids = {_folded(name): number for one in said.values.get("OI", ()) for name, number in ORCID.findall(one)}
    places = _places(said)
    people = [_person(name, orcids, places) for name in (names if complete else names[:-1])]
    return [one for one in people if one] or None, complete


def _places(said: Tagged) -> dict[str, list[str]]:
    """Return where each person of Web of Science wrote from, by name."""
    found: dict[str, list[str]] = {}
    for one in said.values.get("C1", ()) if said.wos else ():
        if seen := AT.match(one):
            for name in seen[1].split(";"):
                found.setdefault(_folded(name), []).append(seen[2].rstrip("."))
    return found


def _person(said: str, orcids: dict[str, str], places: dict[str, list[str]]) -> Author | None:
    """Return one of a by-line: `Family, Given, Suffix`; without a comma as it stands."""
    family, *rest = (part.strip() for part in said.split(","))
    given, suffix = [*rest, "", ""][:2]
    name = " ".join(filter(None, (given, family, suffix)))
    orcid = known(f"orcid:{orcids[_folded(said)]}") if _folded(said) in orcids else None
    told = family if rest and family else None
    at = tuple(Affiliation(text=text) for text in places.get(_folded(said), ())) or None
    return Author(name=name, family=told, ids=(orcid,) if orcid else (), affiliations=at) if name else None


def _folded(name: str) -> str:
    return " ".join(name.lower().replace(",", " ").split())


def _dates(said: Tagged) -> list[str]:
    """Return the date: `2020/03/07/spring`, of any length, of DA where it is of the year of PY; else what PY says."""
    found: list[str] = []
    for tag in ("PY", "Y1", "DA"):
        for one in said.values.get(tag, ())[:1]:
            year, month, day = ([*one.replace("-", "/").split("/"), "", ""])[:3]
            date = dates.of_parts(year, dates.month_of(month) if month else None, day) or dates.in_words(one)
            found += [date] if date else []
    same = [one for one in found if one[:4] == found[0][:4]]
    date = dates.or_said(max(same, key=len, default=None), said.first("PY"), said.first("Y1"))
    return [date] if date else []


def _keywords(said: list[str]) -> list[str] | None:
    return [word.strip() for one in said for word in re.split(r"[;\n]", one) if word.strip()] or None


def _pages(first: str | None, last: str | None) -> str | None:
    if first and last and first != last and "-" not in first:
        return f"{first}-{last}"
    return first or last


def _ids(said: Tagged) -> list[str]:
    """Return the ids: of DO, else a DOI that an address, a note or an accession is; PMIDs of PubMed's exports."""
    dois = [
        seen[0] for tag in ("DO", "DI", "M3", "L3") for one in said.values.get(tag, ()) if (seen := DOI.search(one))
    ]
    found = [f"doi:{one}" for one in dois[:1]]
    base = " ".join(said.values.get("DB", ())).lower()
    if base in ("pubmed", "medline", "nlm") or (said.first("C2") or "").upper().startswith("PMC"):
        found += [f"pmid:{seen[1]}" for one in said.values.get("AN", ()) if (seen := PMID.match(one))]
        found += [f"pmcid:{one}" for one in said.values.get("C2", ()) if one.upper().startswith("PMC")]
    found += [f"pmid:{seen[1]}" for one in said.values.get("AN", ()) if (seen := re.match(r"PMID:?\s*(\d+)", one))]
    if base == "scopus":
        found += [f"pmid:{seen[1]}" for one in said.values.get("C2", ()) if (seen := SCOPUS_PMID.match(one))]
    return list(dict.fromkeys(found))


def _language(said: str | None) -> str | None:
    name = (said or "").strip().lower()
    return LANGUAGES.get(name) or (name if len(name) == CODE and name.isalpha() else None)
