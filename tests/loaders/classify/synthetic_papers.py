"""Synthetic papers of three subjects with distinct vocabularies and some shared words."""

import random

from loaders.records.parts import TopicUse
from loaders.records.record import PaperRecord

SUBJECTS = {
    "cs.CL": ("parsing", "translation", "treebank", "dialogue", "sentence", "corpus", "discourse", "lexicon"),
    "hep-th": ("string", "duality", "supergravity", "instanton", "brane", "gauge", "holography", "anomaly"),
    "q-bio": ("protein", "genome", "enzyme", "neuron", "cell", "mutation", "pathway", "bacteria"),
}
EVERYBODY = ("method", "results", "theory", "model", "analysis", "approach", "study", "data", "note", "problem")


def papers(count: int, *, source: str = "arxiv", first: int = 0, labelled: bool = True) -> list[PaperRecord]:
    """Return `count` papers that cycle through the subjects, with words of their subject and shared words."""
    return [
        paper(number, tuple(SUBJECTS)[number % 3], source, labelled=labelled) for number in range(first, first + count)
    ]


def paper(number: int, subject: str, source: str, *, labelled: bool = True) -> PaperRecord:
    """Return one paper; the same number always gives the same words."""
    chance = random.Random(f"{subject} {number}")  # noqa: S311 no secret
    words = [*chance.sample(SUBJECTS[subject], 3), *chance.sample(EVERYBODY, 4)]
    return PaperRecord(
        source=source,
        key=f"{number}",
        title=" ".join(chance.sample(words, 4)),
        abstract=" ".join(words),
        ids=(f"doi:10.1000/{source}.{number}",),
        topics=arxiv_topics(subject) if labelled else None,
    )


def arxiv_topics(*codes: str) -> tuple[TopicUse, ...]:
    """Return topics of the scheme arxiv; the first is primary."""
    return tuple(TopicUse(scheme="arxiv", code=code, primary=code == codes[0]) for code in codes)
