"""Summaries of papers: the summary that a source states, else two sentences of the abstract.

The sentences are chosen when a response is decoded, and not stored. They are the two most similar to the whole of title
and abstract: the cosine of their word counts with those of the title, which count double, and of the abstract (centroid
of Radev, Jing, Sty\u015b and Tam, "Centroid-based summarization of multiple documents", 2004). A sentence that states
the contribution gets a bonus.
"""

import re
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any, cast

from normalization.sentences import UNSPACED_ENDS, split_sentences, split_words
from resolvers.compile.expression_builder import TYPENAME, ExpressionBuilder, FieldContext, Fragment, Scope
from resolvers.compile.row_decoders import Decoder, DecodeState, nullable_decoder
from resolvers.compile.types import named_object
from schema.enums import SummaryMethod

SENTENCE_COUNT = 2
"""Number of sentences of an extracted summary."""
MIN_SENTENCE_WORDS = 4
"""Minimum number of words of a sentence; shorter ones are headings or remains of formulas."""
MAX_ABSTRACT_LENGTH = 20_000
"""Number of characters of an abstract that are read, which bounds the time."""
MAX_SUMMARY_LENGTH = 600
"""Maximum number of characters of an extracted summary."""
TITLE_WEIGHT = 2
"""Number of times that a word of the title counts."""
CONTRIBUTION_BONUS = 0.1
"""Addition to the cosine, from 0 to 1, of a sentence that states the contribution."""
CONTRIBUTION = re.compile(
    r"\bwe (?:\w+ly |also |then |further )?(?:propose|present|introduce|show|describe)\b"
    r"|\bthis (?:paper|work|article)\b",
    re.IGNORECASE,
)
STOP_WORDS = frozenset({
    "a", "about", "above", "after", "again", "all", "also", "although", "am", "among", "an", "and", "any", "are",
    "as", "at", "be", "because", "been", "before", "being", "between", "both", "but", "by", "can", "cannot",
    "could", "did", "do", "does", "doing", "during", "each", "either", "et", "few", "for", "from", "further", "had",
    "has", "have", "having", "here", "how", "however", "i", "if", "in", "into", "is", "it", "its", "itself", "just",
    "may", "me", "might", "more", "most", "much", "must", "my", "neither", "no", "nor", "not", "now", "of", "on",
    "once", "only", "or", "other", "our", "ours", "out", "over", "own", "per", "same", "shall", "she", "should",
    "since", "so", "some", "such", "than", "that", "the", "their", "them", "then", "there", "therefore", "these",
    "they", "this", "those", "through", "thus", "to", "too", "under", "until", "up", "upon", "us", "use", "used",
    "using", "very", "via", "was", "we", "were", "when", "where", "whether", "which", "while", "will", "with",
    "within", "without", "would", "yet", "you", "your",
})  # fmt: skip
"""English words without a subject. Words of other languages all count."""
EXTRACTED_SOURCE = "byline"
"""Source of an extracted summary."""
EXTRACTION_WEIGHT = 5
"""Cost of choosing the sentences, in values read."""


def compile_summary(builder: ExpressionBuilder, context: FieldContext) -> Fragment:
    """Return the expression and the decoder of the field `Paper.summary`.

    The expression has the title and the abstract only of a paper whose sources state no summary. If the document
    selects the text, the response is decoded in a worker thread, because many long abstracts take seconds.
    """
    type_, sets, level = named_object(context.type), context.selection.selection_sets, context.level.below()
    inner = builder.selection(type_, Scope("", columns={"text": "", "source": "", "method": ""}), sets, level)
    names = [name for selected in builder.document.selected_fields(type_, sets) if (name := selected.name) != TYPENAME]
    has_text = "text" in names
    if has_text:
        builder.needs_thread = True
        level.cost.own += EXTRACTION_WEIGHT
    decode_object = cast("Decoder", inner.decoder)

    def decode_summary(row: Sequence[Any], state: DecodeState) -> Any:  # noqa: ANN401 null or an object
        summary, source, title, abstract = row
        method = SummaryMethod.STATED
        if summary is None:
            if not abstract or abstract.isspace():
                return None
            summary = extract_summary(title or "", abstract) if has_text else ""
            source, method = EXTRACTED_SOURCE, SummaryMethod.EXTRACTED
        values = {"text": summary, "source": source, "method": method.value}
        return decode_object([values[name] for name in names], state)

    var = context.scope.var
    unstated = ", ".join(f"CASE WHEN {var}.summary IS NULL THEN {var}.{name} END" for name in ("title", "abstract"))
    return Fragment(f"[{var}.summary, {var}.summarySource, {unstated}]", nullable_decoder(decode_summary))


def extract_summary(title: str, abstract: str) -> str:
    """Return two sentences of an abstract in their order, with at most `MAX_SUMMARY_LENGTH` characters.

    An abstract of one or two sentences is returned whole, a blank one as "". The same texts give the same summary: of
    sentences with equal scores, the earlier ones are chosen.
    """
    text = abstract.strip()
    sentences = split_sentences(text[:MAX_ABSTRACT_LENGTH])
    if len(text) > MAX_ABSTRACT_LENGTH and len(sentences) > SENTENCE_COUNT:
        sentences.pop()  # its end is not read
    return _shorten(_join(_choose(title, sentences)))


def _choose(title: str, sentences: list[str]) -> list[str]:
    """Return the sentences with the highest scores, in their order; the first ones if almost all are short."""
    tokens = [split_words(sentence) for sentence in sentences]
    candidates = [index for index, sentence_tokens in enumerate(tokens) if len(sentence_tokens) >= MIN_SENTENCE_WORDS]
    if len(sentences) <= SENTENCE_COUNT or len(candidates) < SENTENCE_COUNT:
        return sentences[:SENTENCE_COUNT]
    centroid = Counter(word for sentence_tokens in tokens for word in sentence_tokens)
    centroid.update(split_words(title) * TITLE_WEIGHT)
    for word in STOP_WORDS:
        centroid.pop(word, None)
    norm = _norm(centroid)

    def score(index: int) -> float:
        """Return the cosine with the centroid, and the bonus. Sums of integers do not depend on their order."""
        counts = Counter(word for word in tokens[index] if word in centroid)
        product = sum(count * centroid[word] for word, count in counts.items())
        cosine = product / (_norm(counts) * norm) if product else 0
        return cosine + CONTRIBUTION_BONUS if CONTRIBUTION.search(sentences[index]) else cosine

    best = sorted(candidates, key=lambda index: (-score(index), index))[:SENTENCE_COUNT]
    return [sentences[index] for index in sorted(best)]


def _norm(counts: Counter[str]) -> float:
    return sqrt(sum(count * count for count in counts.values()))


def _join(sentences: Sequence[str]) -> str:
    """Return sentences as one text, with a space between them except in Chinese and Japanese."""
    parts = [sentence if sentence[-1] in UNSPACED_ENDS else f"{sentence} " for sentence in sentences]
    return "".join(parts).strip()


def _shorten(text: str) -> str:
    """Return a text that is too long up to a word, with an ellipsis; text without spaces ends at any character."""
    if len(text) <= MAX_SUMMARY_LENGTH:
        return text
    beginning = text[: MAX_SUMMARY_LENGTH - 1]
    word_end = text.rfind(" ", MAX_SUMMARY_LENGTH // 2, MAX_SUMMARY_LENGTH)
    return (beginning[:word_end] if word_end > 0 else beginning).rstrip(" ,;:") + "\u2026"
