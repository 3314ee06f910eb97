"""Publication dates of PubMed citations, with their precision."""

from loaders.formats.markup import Element, child_text
from loaders.records.dates import date_from_parts, date_or_raw_text, extract_date_from_text, month_of
from loaders.records.parts import TypedDate

PUBLISHED = frozenset({"epublish", "ppublish", "aheadofprint", "ecollection"})
"""History events that are publications."""


def published(article: Element, record: Element) -> tuple[TypedDate, ...]:
    """Return the publication dates: online, of the issue, and those in the history."""
    days = [day(element) for element in article.iterfind("ArticleDate")]
    days += [day(element) for element in article.iterfind("./Journal/JournalIssue/PubDate")]
    days += [
        day(element) for element in record.iterfind(".//History/PubMedPubDate") if element.get("PubStatus") in PUBLISHED
    ]
    return tuple(TypedDate(value=date) for date in dict.fromkeys(filter(None, days)))


def day(element: Element | None) -> str | None:
    """Return a date given in components, else as text; an invalid date is returned as written."""
    if element is None:
        return None
    year = child_text(element, "Year")
    if year:
        month = child_text(element, "Month") or ""
        return date_or_raw_text(date_from_parts(year, month_of(month), child_text(element, "Day")), year)
    date_text = child_text(element, "MedlineDate")
    return date_or_raw_text(extract_date_from_text(date_text or ""), date_text)
