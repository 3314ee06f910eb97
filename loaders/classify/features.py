"""Features of papers: hashed words and word pairs, weighted by inverse document frequency.

Hashing needs no vocabulary, so that papers can be read page by page. A model keeps only the features that occur in
enough training papers.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# scikit-learn and SciPy have no types; this module returns NumPy arrays or Rows.

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.preprocessing import normalize

Rows: TypeAlias = csr_matrix
"""A sparse matrix with one row per paper."""
Numbers: TypeAlias = NDArray[np.float32]

HASH_BUCKETS = 2**20
"""Number of hash buckets; among 100,000 papers, collisions of relevant features are rare."""
MAX_FEATURES = 50_000
"""Maximum number of features of a model, the most frequent ones; each needs 4 bytes per topic."""
MIN_PAPERS = 2
"""Minimum number of papers with a feature; rarer ones do not generalize."""
WORD = r"(?u)\b[^\W\d_][\w-]+\b"

_hashing = HashingVectorizer(
    n_features=HASH_BUCKETS,
    ngram_range=(1, 2),
    alternate_sign=False,
    norm=None,  # pyright: ignore[reportArgumentType] None is a documented value
    strip_accents="unicode",
    token_pattern=WORD,
    dtype=np.float32,  # pyright: ignore[reportArgumentType] as above
)


class Weights(NamedTuple):
    """The kept features in order, with their weights."""

    columns: NDArray[np.int64]
    values: Numbers


def hash_features(texts: Iterable[str]) -> Rows:
    """Return a row per text: the counts of its words and word pairs on a logarithmic scale."""
    rows = csr_matrix(_hashing.transform(texts))
    rows.data = np.log1p(rows.data)
    return rows


def compute_weights(rows: Rows) -> Weights:
    """Return the features to keep with their inverse document frequencies in the training papers."""
    paper_counts = np.bincount(rows.indices, minlength=HASH_BUCKETS)
    frequent = np.flatnonzero(paper_counts >= MIN_PAPERS)
    most_frequent = frequent[np.argsort(-paper_counts[frequent], kind="stable")[:MAX_FEATURES]]
    columns = np.sort(most_frequent).astype(np.int64)
    share = (1 + row_count(rows)) / (1 + paper_counts[columns])
    return Weights(columns, (np.log(share) + 1).astype(np.float32))


def apply_idf(rows: Rows, weights: Weights) -> Rows:
    """Return the rows with the kept features, weighted and normalized to length 1."""
    selected = rows[:, weights.columns]
    selected.data *= weights.values[selected.indices]
    return csr_matrix(normalize(selected, copy=False))


def kept_shares(rows: Rows, weights: Weights) -> Numbers:
    """Return, for each paper, the share of its features that the model keeps; it is low for papers of other fields."""
    kept_counts = np.diff(rows[:, weights.columns].indptr)
    return (kept_counts / np.maximum(np.diff(rows.indptr), 1)).astype(np.float32)


def row_count(rows: Rows) -> int:
    """Return the number of rows."""
    return len(rows.indptr) - 1


def stack_rows(blocks: Sequence[Rows]) -> Rows:
    """Return the rows of several pages as one matrix."""
    return csr_matrix(vstack(blocks, format="csr")) if blocks else csr_matrix((0, HASH_BUCKETS), dtype=np.float32)


def select_rows(rows: Rows, positions: Sequence[int]) -> Rows:
    """Return the rows at the given positions."""
    return csr_matrix(rows[np.asarray(positions, dtype=np.int64)])
