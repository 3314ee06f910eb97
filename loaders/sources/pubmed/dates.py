"""When a citation of PubMed was published, as precisely as it says."""

import re
from collections.abc import Iterator

from loaders.dates import of_parts
from loaders.markup import Element, child_text
from loaders.parts import Dated

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
YEAR = re.compile(r"\b(1[4-9]\d\d|2\d\d\d)\b")
WORD = re.compile(r"[a-z]+")
PUBLISHED = frozenset({"epublish", "ppublish", "aheadofprint", "ecollection"})
"""Steps of a citation's history that are publications."""


def published(article: Element, record: Element) -> tuple[Dated, ...]:
    """Return the dates of publication: online, of the issue, and those of the history."""
    found = [day(one) for one in article.iterfind("ArticleDate")]
    found += [day(one) for one in article.iterfind("./Journal/JournalIssue/PubDate")]
    found += [day(one) for one in record.iterfind(".//History/PubMedPubDate") if one.get("PubStatus") in PUBLISHED]
    return tuple(Dated(value=one) for one in dict.fromkeys(filter(None, found)))


def day(element: Element | None) -> str | None:
    """Return a date given in parts, or in words where there are none; None where it is no date."""
    if element is None:
        return None
    year = child_text(element, "Year")
    if year:
        month = child_text(element, "Month") or ""
        return of_parts(year, _month(month), child_text(element, "Day"))
    return in_words(child_text(element, "MedlineDate") or "")


def in_words(text: str) -> str | None:
    """Return the first year that is named, with its month where that is the only one: `1998 Dec-1999 Jan` is 1998."""
    years = YEAR.findall(text)
    months = set(_months(text))
    if not years:
        return None
    return of_parts(years[0], str(months.pop()) if len(set(years)) == len(months) == 1 else None)


def _month(text: str) -> str | None:
    return text if text.isdigit() else next((str(number) for number in _months(text)), None)


def _months(text: str) -> Iterator[int]:
    for word in WORD.findall(text.lower()):
        if word[:3] in MONTHS:
            yield MONTHS.index(word[:3]) + 1
