"""One work of DataCite as records: the work, and what it appeared in."""

import re
from collections.abc import Iterable, Iterator

from cypher.identifiers import normal
from loaders.files.markup import plain
from loaders.records.dates import or_said
from loaders.records.parts import Dated, DateKind, Form
from loaders.records.record import PaperKind, PaperRecord, Record
from loaders.sources.datacite.links import links, paid
from loaders.sources.datacite.parts import SOURCE_NAME, UNKNOWN
from loaders.sources.datacite.people import author
from loaders.sources.datacite.place import pages, place_of
from loaders.sources.datacite.schema import Rights, Types, Work, each
from loaders.works.relations import related

KINDS: dict[str, PaperKind] = {
    "JournalArticle": "article",
    "ConferencePaper": "article",
    "DataPaper": "article",
    "Preprint": "preprint",
    "Book": "book",
    "BookChapter": "chapter",
    "Dataset": "dataset",
    "Software": "software",
    "ComputationalNotebook": "software",
    "Dissertation": "thesis",
    "Report": "report",
    "Standard": "report",
    "PeerReview": "review",
    "Model": "model",
}
"""What each general type is here; any other is `other`, but for texts."""
TEXTS: dict[str, PaperKind] = {
    "article-journal": "article",
    "article": "article",
    "paper-conference": "article",
    "book": "book",
    "chapter": "chapter",
    "thesis": "thesis",
    "report": "report",
}
"""What a text is by the name that citation styles have for it: older deposits say no more than `Text`."""
DATES: dict[str, DateKind] = {
    "Issued": "published",
    "Available": "published",
    "Updated": "updated",
    "Withdrawn": "retracted",
}
RANGE = "/"
"""What stands in a range of dates, which is none."""
DAY = re.compile(r"^(\d{4})(-\d{2}(-\d{2})?)?(?=$|T)")


def records(work: Work) -> Iterator[Record]:
    """Yield the journal and volume or book, who paid, and the work. Raises ValueError where it has no title."""
    title = next((plain(one.title) for one in each(work.titles) if one.title and not one.title_type), "")
    if not title or UNKNOWN.match(title):
        raise ValueError("it has no title.")
    kind = _kind(work.types)
    abstract = next((one.description for one in each(work.descriptions) if one.description_type == "Abstract"), None)
    place, funding, others = place_of(work), paid(work), related(links(work))
    yield from (*place.told, *funding.told)
    yield PaperRecord(
        source=SOURCE_NAME,
        key=normal(f"doi:{work.doi}").partition(":")[2],
        url=f"https://doi.org/{work.doi}",
        revised=work.updated,
        title=title,
        kind=kind,
        ids=(f"doi:{work.doi}",),
        same_work=others.same,
        abstract=plain(abstract) if abstract else None,
        language=work.language,
        dates=tuple(dict.fromkeys(_dated(work))),
        authors=tuple(filter(None, map(author, each(work.creators)))) or None,
        appeared_in=place.use,
        pages=pages(work),
        references=others.cited or None,
        funding=funding.funding or None,
        relations=others.relations,
        forms=(
            Form(
                url=work.url if work.url and work.url.startswith("http") else f"https://doi.org/{work.doi}",
                kind="preprint" if kind == "preprint" else "article",
                version=work.version or None,
            ),
        ),
        licence=_licence(each(work.rights_list)),
    )


def _kind(types: Types) -> PaperKind:
    if types.resource_type_general == "Text":
        return TEXTS.get(types.citeproc or "", "other")
    return KINDS.get(types.resource_type_general or "", "other")


def _dated(work: Work) -> Iterator[Dated]:
    """Yield the dates, and the year of publication where no other is given; what is no date as it is said.

    Ranges are passed over.
    """
    told = False
    for one in each(work.dates):
        about = DATES.get(one.date_type or "")
        day = DAY.match(one.date or "")
        if about and day:
            told |= about == "published"
            yield Dated(value=day[0], kind=about)
        elif about and RANGE not in (said := or_said(None, one.date) or RANGE):
            yield Dated(value=said, kind=about)
    year = str(work.publication_year or "")
    found = DAY.match(year)
    if not told and (said := or_said(found[0] if found else None, year)):
        yield Dated(value=said)


def _licence(said: Iterable[Rights]) -> str | None:
    """Return the first licence that is named by an address or an SPDX name; those for text mining are no licences."""
    named = (one.rights_uri or (one.rights_identifier or "").upper() for one in said)
    return next((one for one in named if one and "tdm" not in one.lower()), None)
