"""Fit the match probability of two people: `python -m bench.identity.fit FOLDER`, with the data of bench/README.md.

It writes loaders/curation/match_model.toml and prints what that is worth on people whom it was neither fitted nor
calibrated on.
"""

import time
from collections.abc import Mapping

from bench.data_folder import data_folder
from bench.identity.doubted import Pair, in_full, pairs, shortened
from bench.identity.likeness import Said, apart, doubted, learned
from bench.identity.reliability import measured, table
from loaders.curation.match_model import MODELS, NAMES, Model
from loaders.sources.base import sources

TRUTH = (("acl", "acl_anthology", "acl-person"), ("opencitations-meta", "opencitations_meta_csv", "orcid"))
INITIALS = "initials"
HOW = {"names in full": in_full, INITIALS: shortened}
"""Forms of author names: many sources have only initials, and these two have few."""
HEAD = """\
# Weights of the match probability, fitted by `make bench-likeness`: do not edit. loaders/curation/match_model.py
# explains each feature, docs/identity.md what comes of it on people who were not among these pairs.
"""


def main() -> None:
    """Fit the models, write them, and print the tables."""
    folder = data_folder("bench.identity.fit", *(where for _, where, _ in TRUTH))
    begun = time.perf_counter()
    found = {
        f"{name}, {how}": list(pairs(sources()[name], folder / where, scheme, written))
        for name, where, scheme in TRUTH
        for how, written in HOW.items()
    }
    fit(found)
    print(f"{time.perf_counter() - begun:.0f} s")


def fit(found: Mapping[str, list[Pair]]) -> None:
    """Fit both models on the pairs of each source, write them, and print their figures on held-out people."""
    left = {name: [one for one in each if not one.asked] for name, each in found.items()}
    asked = [one for name, each in found.items() for one in each if one.asked and not name.endswith(INITIALS)]
    of_apart, said = learned(apart(list(left.values())))
    of_doubted, answered = learned(doubted(asked))
    questions = len({one.question for one in asked})
    told = (
        f"{sum(map(len, left.values()))} pairs of the ACL Anthology and OpenCitations Meta, in full and by initials",
        f"{len(asked)} pairs in {questions} questions of the same",
    )
    parts = (_written(*each) for each in zip(NAMES, (of_apart, of_doubted), told, strict=True))
    MODELS.write_text("\n".join((HEAD, *parts)), "utf-8")
    print(MODELS.read_text("utf-8"))
    first = 0
    for name, each in left.items():
        chosen = slice(first, first + len(each))
        print(f"left apart, {name}: {table(measured(Said(said.probabilities[chosen], said.one[chosen])))}\n")
        first += len(each)
    names = len({one.family for one in asked})
    print(f"in doubt, {questions:,} questions of {names} family names: {table(measured(answered))}\n")


def _written(name: str, model: Model, fitted_on: str) -> str:
    weights = "\n".join(f"{figure} = {weight}" for figure, weight in model.weights.items())
    head = f'[{name}]\nfitted_on = "{fitted_on}"\nstart = {model.start}\nslope = {model.slope}\nshift = {model.shift}'
    return f"{head}\n\n[{name}.weights]\n{weights}\n"


if __name__ == "__main__":
    main()
