"""Authors' keywords as topics: free words of no classification, of the scheme `keyword`.

A keyword is known by its words in lower case: so those of different papers and sources meet, and the topic has one
name, whoever spells it how.
"""

from collections.abc import Iterable

from loaders.records.parts import TopicUse
from loaders.records.record import TopicRecord

SCHEME = "keyword"


def keywords(source: str, texts: Iterable[str]) -> tuple[tuple[TopicUse, ...], tuple[TopicRecord, ...]]:
    """Return how a paper uses its keywords, each once, and the records of these."""
    codes = tuple(dict.fromkeys(code for text in texts if (code := _code(text))))
    return (
        tuple(TopicUse(scheme=SCHEME, code=code) for code in codes),
        tuple(
            TopicRecord(source=source, key=f"{SCHEME}/{code}", scheme=SCHEME, code=code, name=code) for code in codes
        ),
    )


def _code(text: str) -> str:
    return " ".join(text.lower().split()).strip(" .;,")
