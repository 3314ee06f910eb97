"""One item of CSL-JSON as a reference: its kind, ids, people, dates, and what it appeared in."""

import re
from collections.abc import Iterable

from cypher.identifiers import known
from loaders.files.markup import plain
from loaders.records import dates
from loaders.records.parts import Affiliation, Author
from loaders.records.record import PaperKind
from loaders.sources.csl_json.schema import CslItem, Date, Name, Numbers, Text, When
from loaders.works.reference import Reference

SOURCE_NAME = "csl-json"
KINDS: dict[str, PaperKind] = {
    "article": "preprint",
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "paper-conference": "article",
    "review": "article",
    "chapter": "chapter",
    "entry": "chapter",
    "entry-dictionary": "chapter",
    "entry-encyclopedia": "chapter",
    "book": "book",
    "classic": "book",
    "collection": "book",
    "thesis": "thesis",
    "report": "report",
    "standard": "report",
    "dataset": "dataset",
    "software": "software",
    # doi.org's answers have Crossref's and DataCite's own types
    "journal-article": "article",
    "proceedings-article": "article",
    "book-chapter": "chapter",
    "book-section": "chapter",
    "reference-entry": "chapter",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
    "dissertation": "thesis",
    "posted-content": "preprint",
    "peer-review": "review",
}
"""What each type is here; any other is `other`. An `article` by itself is a preprint, by the specification."""
IN_BOOKS = frozenset(
    {"chapter", "paper-conference", "proceedings-article", "book-chapter", "book-section"}
    | {"entry-dictionary", "entry-encyclopedia", "reference-entry", "entry"}
)
VOLUMES = frozenset({"proceedings", "periodical", "journal", "journal-issue", "journal-volume"})
EDTF = re.compile(r"^\[?(\d{4})(?!\d)(?:-(\d{2}))?(?:-(\d{2}))?")
"""The date with which a text of EDTF begins; seasons (`2020-21`) are months that there are not."""
NOTED = re.compile(r"(?:^|\n)\s*\{?:?(DOI|PMID|PMCID|arXiv|ISBN)\s*:\s*(\S+?)\}?\s*(?=\n|$)", re.IGNORECASE)
"""A variable in the note, where programs keep what they have no field for: `PMID: 123`."""
ARXIV = re.compile(r"^arxiv:\s*(\S+)", re.IGNORECASE)
SPLIT = re.compile(r"[\s,;]+")
PARTED = re.compile(r"[;,]")
CODE = re.compile(r"^([A-Za-z]{2})(?:[-_][A-Za-z]{2,4})?$")
ET_AL = frozenset({"et al", "et al.", "others", "and others"})


def reference(item: CslItem) -> Reference:
    """Return an item's variables as what they say."""
    kind = KINDS.get(item.type or "", "other")
    found = Reference(source=SOURCE_NAME, title=plain(_text(item.title)), kind=kind, volume_itself=item.type in VOLUMES)
    found.authors, found.authors_complete = _people(item.author)
    found.editors = _people(item.editor)[0] or _people(item.container_author)[0] or []
    found.dates = [date] if (date := _date(item.issued)) else []
    found.abstract = plain(item.abstract or "") or None
    code = CODE.match((item.language or "").strip())
    found.language = code[1].lower() if code else None
    words = [word.strip() for one in _texts(item.keyword) for word in PARTED.split(one) if word.strip()]
    found.keywords = words or None
    found.publisher, found.place = _text(item.publisher) or None, _text(item.publisher_place) or None
    found.volume, found.issue = _text(item.volume) or None, _text(item.issue) or None
    found.version = _text(item.version) or None
    found.pages = _text(item.page).replace("\u2013", "-") or None
    found.issns = [one for text in _texts(item.issn) for one in SPLIT.split(text)]
    found.isbns = [one.rpartition("/")[2] for text in _texts(item.isbn) for one in re.split(r"[,;]|\s+(?=97)", text)]
    found.addresses = _texts(item.url)
    found.ids = _ids(item)
    if item.reference is not None:
        cited = (known(f"doi:{one.doi}") for one in item.reference if one.doi)
        found.references = list(dict.fromkeys(filter(None, cited)))
    container = plain(_text(item.container_title))
    series = plain(_text(item.collection_title))
    if item.type in IN_BOOKS and (series or found.isbns or not (found.issns and found.volume)):
        found.book, found.series = container or None, series or None
    elif kind != "book":
        found.journal = container or None
        short = plain(_text(item.container_short) or _text(item.journal_short))
        found.short = short if short and short != container else None
    if kind == "preprint" and found.journal and item.type == "article":
        found.kind = "article"
    return found


def _texts(said: Text) -> list[str]:
    listed = said if isinstance(said, list) else [said]
    return [text for one in listed if one is not None and (text := _number(one).strip())]


def _number(said: str | float) -> str:
    return str(int(said)) if isinstance(said, float) and said.is_integer() else str(said)


def _text(said: Text) -> str:
    return next(iter(_texts(said)), "")


def _ids(item: CslItem) -> list[str]:
    """Return the ids: of their variables, else of lines in the note; an arXiv id where a number or archive is one."""
    stated = (("doi", item.doi), ("pmid", item.pmid), ("pmcid", item.pmcid))
    found = [f"{scheme}:{text}" for scheme, said in stated if (text := _text(said))]
    schemes = {one.partition(":")[0] for one in found}
    for name, text in NOTED.findall(item.note or ""):
        if name.lower() not in schemes and name.lower() != "isbn":
            found.append(f"{name.lower()}:{text}")
    for one in (_text(item.number), item.archive_location or "", *_texts(item.id)):
        if seen := ARXIV.match(one):
            found.append(f"arxiv:{seen[1]}")
        elif (item.archive or "").lower() == "arxiv" and one == item.archive_location:
            found.append(f"arxiv:{one}")
    return list(dict.fromkeys(found))


def _people(said: list[Name] | None) -> tuple[list[Author] | None, bool]:
    """Return people in order, None where nobody is named, and whether they are all."""
    people = [one for one in map(_person, said or ()) if one]
    complete = not (people and people[-1].name.lower() in ET_AL)
    return (people if complete else people[:-1]) or None, complete


def _person(said: Name) -> Author | None:
    """Return somebody's name with its particles: `de la` of the family's, a `von` that is dropped in lists."""
    given, literal = plain(said.given or ""), plain(said.literal or said.name or "")
    family = " ".join(filter(None, (said.dropping, said.non_dropping, plain(said.family or ""))))
    name = literal if literal and not family else " ".join(filter(None, (given, family, said.suffix)))
    if not name:
        return None
    orcid = known(f"orcid:{said.orcid}") if said.orcid else None
    return Author(
        name=name,
        # an institution's name is not turned round at a comma
        family=family or (literal if "," in literal else None),
        ids=(orcid,) if orcid else (),
        affiliations=tuple(Affiliation(text=one.name) for one in said.affiliation or () if one.name) or None,
    )


def _date(said: When) -> str | None:
    """Return a date, as precise as it is: of a range the beginning, of a season the year, of a text what it names.

    Of what is no date, return what was said for one.
    """
    if not isinstance(said, Date):
        return dates.or_said(_of_text(said), said)
    texts = (said.edtf, said.raw, said.literal)
    found = _of_parts(said.date_parts or []) or next(filter(None, map(_of_text, texts)), None)
    return dates.or_said(found, *texts, *map(_joined, said.date_parts or ()))


def _joined(parts: Iterable[str | int | None]) -> str:
    return "-".join(str(one) for one in parts if one is not None)


def _of_parts(said: Numbers) -> str | None:
    parts: Iterable[str | int | None] = said[0] if said else ()
    year, month, day = ([*(None if one is None else str(one) for one in parts), None, None, None])[:3]
    return dates.of_parts(year, month, day)


def _of_text(said: str | None) -> str | None:
    seen = EDTF.match(said.strip()) if said else None
    if seen:
        return dates.of_parts(*seen.groups())
    return dates.in_words(said) if said else None
