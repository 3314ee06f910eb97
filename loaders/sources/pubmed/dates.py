"""When a citation of PubMed was published, as precisely as it says."""

from loaders.files.markup import Element, child_text
from loaders.records.dates import in_words, month_of, of_parts, or_said
from loaders.records.parts import Dated

PUBLISHED = frozenset({"epublish", "ppublish", "aheadofprint", "ecollection"})
"""Steps of a citation's history that are publications."""


def published(article: Element, record: Element) -> tuple[Dated, ...]:
    """Return the dates of publication: online, of the issue, and those of the history."""
    found = [day(one) for one in article.iterfind("ArticleDate")]
    found += [day(one) for one in article.iterfind("./Journal/JournalIssue/PubDate")]
    found += [day(one) for one in record.iterfind(".//History/PubMedPubDate") if one.get("PubStatus") in PUBLISHED]
    return tuple(Dated(value=one) for one in dict.fromkeys(filter(None, found)))


def day(element: Element | None) -> str | None:
    """Return a date given in parts, or in words where there are none; what is no date as it is said."""
    if element is None:
        return None
    year = child_text(element, "Year")
    if year:
        month = child_text(element, "Month") or ""
        return or_said(of_parts(year, month_of(month), child_text(element, "Day")), year)
    words = child_text(element, "MedlineDate")
    return or_said(in_words(words or ""), words)
