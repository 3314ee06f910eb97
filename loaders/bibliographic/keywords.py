"""Authors' keywords as topics of the scheme `keyword`, which is not a classification.

The code of a keyword is its words in lower case, so the keywords of all papers and sources match in any spelling.
"""

from collections.abc import Iterable

from loaders.records.parts import TopicUse
from loaders.records.record import TopicRecord

SCHEME = "keyword"


def keywords(source: str, texts: Iterable[str]) -> tuple[tuple[TopicUse, ...], tuple[TopicRecord, ...]]:
    """Return a paper's uses of its keywords, each once, and their topic records."""
    codes = tuple(dict.fromkeys(code for text in texts if (code := _code(text))))
    return (
        tuple(TopicUse(scheme=SCHEME, code=code) for code in codes),
        tuple(
            TopicRecord(source=source, key=f"{SCHEME}/{code}", scheme=SCHEME, code=code, name=code) for code in codes
        ),
    )


def _code(text: str) -> str:
    return " ".join(text.lower().split()).strip(" .;,")
