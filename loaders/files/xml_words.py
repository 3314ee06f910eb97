"""What libxml2 says of XML that it cannot read, in words for who has the file."""

import re

from lxml import etree

WORDS = {
    "ERR_DOCUMENT_EMPTY": "it is no XML",
    "ERR_DOCUMENT_END": "it goes on behind its end",
    "ERR_TAG_NOT_FINISHED": "it breaks off: not every element ends",
    "ERR_TAG_NAME_MISMATCH": "an element ends that is not the one that began last",
    "ERR_INVALID_CHAR": "a sign stands in it that XML does not allow",
    "ERR_INVALID_ENCODING": "it is not in the encoding that it states",
    "ERR_ENTITY_LOOP": "an entity that it declares stands for itself",
    "ERR_UNDECLARED_ENTITY": "it names an entity that nothing declares",
}
"""What is meant by the commonest types of errors."""
DETAILED = frozenset({"ERR_TAG_NAME_MISMATCH", "ERR_UNDECLARED_ENTITY", "ERR_INVALID_ENCODING"})
"""Those of which libxml2's own words say which element, entity or encoding."""
EXPANDING, EXPANDS = "amplification", "its entities stand for far more than it holds, as those of an XML bomb do"
PLACE = re.compile(r"(?:,? line \d+)?(?:, column \d+)?$")


def line_and_words(error: etree.XMLSyntaxError, log: "etree._ListErrorLog | None" = None) -> tuple[int, str]:  # pyright: ignore[reportPrivateUsage] lxml has no other name for it
    """Return the line of an error, and what is wrong there; `log` is the parser's, which knows more of some errors."""
    last = log.last_error if log else None
    line, said = (last.line, last.message) if last else (error.lineno or 1, error.msg or "")
    if EXPANDING in said:
        return line, EXPANDS
    said = PLACE.sub("", said).removesuffix(".")
    words = WORDS.get(last.type_name) if last else None
    if words is None:
        return line, said if said and said != "no element found" else "it is empty"
    return line, f"{words} ({said})" if last and last.type_name in DETAILED else words
