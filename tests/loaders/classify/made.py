"""Hand-made papers of three subjects, told apart by their words; some words are everybody's."""

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
    """Return as many papers, their subjects by turns, each with a few words of its own subject and of everybody's."""
    return [
        paper(number, tuple(SUBJECTS)[number % 3], source, labelled=labelled) for number in range(first, first + count)
    ]


def paper(number: int, subject: str, source: str, *, labelled: bool = True) -> PaperRecord:
    """Return one paper; the same number gives the same words."""
    chance = random.Random(f"{subject} {number}")  # noqa: S311 no secret
    words = [*chance.sample(SUBJECTS[subject], 3), *chance.sample(EVERYBODY, 4)]
    return PaperRecord(
        source=source,
        key=f"{number}",
        title=" ".join(chance.sample(words, 4)),
        abstract=" ".join(words),
        ids=(f"doi:10.1000/{source}.{number}",),
        topics=filed(subject) if labelled else None,
    )


def filed(*codes: str) -> tuple[TopicUse, ...]:
    """Return topics of the scheme arxiv, the first one being primary."""
    return tuple(TopicUse(scheme="arxiv", code=code, primary=code == codes[0]) for code in codes)
