"""Fit the frequencies of person names: `python -m bench.identity.name_frequencies FOLDER`.

Writes `loaders/resolution/name_frequencies.tsv`, the latent class model that `loaders/resolution/name_frequency.py`
describes, from the author names of the sources in `SOURCES`. An expectation-maximization algorithm estimates it, and
starts from clusters of frequent family names with similar given names. Only names with at least `MIN_BEARERS` bearers
are written. `bench.identity` fits tables without the source that it measures.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false, reportArgumentType=false
# scikit-learn has no type stubs; only cluster numbers come from it.

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans

from bench.data_folder import data_folder
from bench.identity.reading import papers
from loaders.records.record import PaperRecord
from loaders.resolution.name_frequency import TABLE, joined_given_name
from loaders.resolution.person_name_keys import parse_name
from loaders.sources.base import sources
from normalization.text import fold

SOURCES = {
    "acl": "acl_anthology",
    "opencitations-meta": "opencitations_meta_csv",
    "vispubs": "vispubs",
}
"""Source, and the folder of its data."""
CLASSES = 12
ITERATIONS = 80
RESTARTS = 20
"""Runs of k-means, of which the best counts."""
MIN_BEARERS = 5
"""Minimum number of people with a listed name; the frequency of rarer names is uncertain."""
MAX_BEARERS_PER_NAME = 3
"""Maximum number of people counted for one full name: people with several IDs must not shape the model."""
FREQUENT = 20
"""Minimum number of people of the names from which the fit starts."""
SMOOTHING = 1e-4
Numbers: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]
HEAD = """\
# Frequencies of author names, fitted by `make bench-name-frequencies`; do not edit. The model is described in
# loaders/resolution/name_frequency.py. Counted: the distinct names and people of {sources}.
# all: values of each class; family, given: a folded name with class:people.
"""


class NamePairs(NamedTuple):
    """Distinct pairs of a family name and a given name, by index, with their number of people."""

    families: Sequence[str]
    given_names: Sequence[str]
    family: Indices
    given: Indices
    people: Numbers


class Mixture(NamedTuple):
    """Expected number of people in each class: of all names, and by family and given name."""

    people: Numbers
    by_family: Numbers
    by_given: Numbers


def main() -> None:
    """Read the names, fit the model, and write the table."""
    folder = data_folder("bench.identity.name_frequencies", *SOURCES.values())
    started = time.perf_counter()
    count = write_table(folder, list(SOURCES), TABLE)
    print(f"{count:,} pairs of names, {time.perf_counter() - started:.0f} s: {TABLE}")


def write_table(folder: Path, used: Sequence[str], to: Path) -> int:
    """Fit the model on the names of some sources, write the table, and return the number of pairs of names."""
    pairs = name_pairs(full_names(folder, used))
    to.write_text("".join(table(pairs, fit(pairs), used)), "utf-8")
    return len(pairs.people)


def full_names(folder: Path, names: Iterable[str]) -> Counter[str]:
    """Return the folded names of the authors in the sources, with the number of people: IDs, or 1 without IDs."""
    bearers: dict[str, set[tuple[str, ...]]] = {}
    for name in names:
        for stored in papers(sources()[name], folder / SOURCES[name]):
            if isinstance(stored.record, PaperRecord):
                for author in stored.record.authors or ():
                    bearers.setdefault(fold(author.name), set()).add(author.ids)
    return Counter({name: len(ids) for name, ids in bearers.items()})


def name_pairs(names: Mapping[str, int]) -> NamePairs:
    """Split names that have a given name in full into pairs of family name and given name."""
    pairs: Counter[tuple[str, str]] = Counter()
    for name, people in names.items():
        given_names, family = parse_name(name)
        written = [given for given in given_names if len(given) > 1]
        if written and len(family) > 1:
            pairs[family, joined_given_name(written)] += min(people, MAX_BEARERS_PER_NAME)
    ordered = sorted(pairs)
    families = {family: number for number, family in enumerate(sorted({family for family, _ in ordered}))}
    given_names_ = {given: number for number, given in enumerate(sorted({given for _, given in ordered}))}
    return NamePairs(
        [*families],
        [*given_names_],
        np.array([families[family] for family, _ in ordered]),
        np.array([given_names_[given] for _, given in ordered]),
        np.array([float(min(pairs[pair], MAX_BEARERS_PER_NAME)) for pair in ordered]),
    )


def fit(pairs: NamePairs) -> Mixture:
    """Estimate the classes by expectation maximization."""
    posterior = _initial_posterior(pairs)
    for _ in range(ITERATIONS):
        mixture = _expected_people(pairs, posterior)
        of_family = (mixture.by_family + SMOOTHING) / (mixture.people + SMOOTHING * len(pairs.families))
        of_given = (mixture.by_given + SMOOTHING) / (mixture.people + SMOOTHING * len(pairs.given_names))
        posterior = mixture.people * of_family[pairs.family] * of_given[pairs.given]
        posterior /= posterior.sum(axis=1, keepdims=True)
    return _expected_people(pairs, posterior)


def _expected_people(pairs: NamePairs, posterior: Numbers) -> Mixture:
    weighted = posterior * pairs.people[:, None]
    by_family, by_given = (np.zeros((len(names), CLASSES)) for names in (pairs.families, pairs.given_names))
    np.add.at(by_family, pairs.family, weighted)
    np.add.at(by_given, pairs.given, weighted)
    return Mixture(weighted.sum(axis=0), by_family, by_given)


def _initial_posterior(pairs: NamePairs) -> Numbers:
    """Return nine tenths for the cluster of a frequent family name, and equal parts for all other names."""
    people_of_family = np.bincount(pairs.family, pairs.people)
    frequent = np.flatnonzero(people_of_family >= FREQUENT)
    given = np.flatnonzero(np.bincount(pairs.given, pairs.people) >= FREQUENT)
    row, column = (np.full(len(names), -1) for names in (pairs.families, pairs.given_names))
    row[frequent], column[given] = np.arange(len(frequent)), np.arange(len(given))
    inside = (row[pairs.family] >= 0) & (column[pairs.given] >= 0)
    counts = np.zeros((len(frequent), len(given)))
    np.add.at(counts, (row[pairs.family[inside]], column[pairs.given[inside]]), pairs.people[inside])
    scaled = counts / np.sqrt(counts.sum(axis=1, keepdims=True) + 1) / np.sqrt(counts.sum(axis=0) + 1)
    vectors = np.linalg.svd(scaled, full_matrices=False)[0][:, : CLASSES + 4]
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    means = KMeans(CLASSES, n_init=RESTARTS, random_state=0)
    cluster = means.fit_predict(vectors, sample_weight=np.sqrt(people_of_family[frequent]))
    posterior = np.full((len(pairs.people), CLASSES), 1 / CLASSES)
    known = row[pairs.family] >= 0
    posterior[known] = 0.1 / CLASSES
    posterior[known, cluster[row[pairs.family[known]]]] += 0.9
    return posterior


def table(pairs: NamePairs, mixture: Mixture, used: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the table."""
    order = np.argsort(-mixture.people, kind="stable")
    people = mixture.people[order].round()
    yield HEAD.format(sources=", ".join(used))
    yield _line("all", "people", (f"{count:.0f}" for count in people))
    kinds = (
        ("family", pairs.families, mixture.by_family[:, order]),
        ("given", pairs.given_names, mixture.by_given[:, order]),
    )
    for kind, _, counts in kinds:
        unlisted = counts[counts.sum(axis=1) < MIN_BEARERS]
        namesakes = (unlisted * np.maximum(unlisted.sum(axis=1, keepdims=True) - 1, 0)).sum(axis=0)
        shares = namesakes / unlisted.sum(axis=0) / people
        yield _line("all", f"other {kind}", (f"{share:.3g}" for share in shares))
    for kind, names, counts in kinds:
        for name, row in zip(names, counts, strict=True):
            if row.sum() >= MIN_BEARERS:
                rounded = row.round().astype(int)
                yield _line(kind, name, (f"{number}:{count}" for number, count in enumerate(rounded) if count))


def _line(kind: str, name: str, values: Iterable[str]) -> str:
    return "\t".join((kind, name, *values)) + "\n"


if __name__ == "__main__":
    main()
