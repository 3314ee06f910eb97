"""Words as numbers: hashed words and pairs of words, each weighed by how few papers have it.

What is hashed needs no dictionary, so papers can be read one after the other; of the hashed only what the learned
papers have often enough is kept.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# scikit-learn and SciPy come without types; what leaves this module is an array of NumPy's or a Rows.

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.preprocessing import normalize

Rows: TypeAlias = csr_matrix
"""A row for each paper; most of its numbers are 0 and not kept."""
Numbers: TypeAlias = NDArray[np.float32]

HASHED = 2**20
"""Numbers to which words and pairs are hashed: among 100,000 papers two that matter seldom meet."""
KEPT = 50_000
"""Words and pairs that a model keeps at most, those of most papers: each takes 4 bytes for each topic."""
OFTEN = 2
"""A word or pair of fewer papers teaches nothing of others."""
WORD = r"(?u)\b[^\W\d_][\w-]+\b"

_hashing = HashingVectorizer(
    n_features=HASHED,
    ngram_range=(1, 2),
    alternate_sign=False,
    norm=None,  # pyright: ignore[reportArgumentType] its manual says that None is taken
    strip_accents="unicode",
    token_pattern=WORD,
    dtype=np.float32,  # pyright: ignore[reportArgumentType] as above
)


class Weights(NamedTuple):
    """The hashed words that are kept, in order, and what each weighs."""

    columns: NDArray[np.int64]
    values: Numbers


def hash_features(texts: Iterable[str]) -> Rows:
    """Return a row for each text: how often each of its words and pairs stands there, on a logarithmic scale."""
    rows = csr_matrix(_hashing.transform(texts))
    rows.data = np.log1p(rows.data)
    return rows


def weights(rows: Rows) -> Weights:
    """Return what the words of the learned papers weigh: the fewer papers have one, the more."""
    having = np.bincount(rows.indices, minlength=HASHED)
    often = np.flatnonzero(having >= OFTEN)
    commonest = often[np.argsort(-having[often], kind="stable")[:KEPT]]
    columns = np.sort(commonest).astype(np.int64)
    share = (1 + len_of(rows)) / (1 + having[columns])
    return Weights(columns, (np.log(share) + 1).astype(np.float32))


def apply_idf(rows: Rows, known: Weights) -> Rows:
    """Return the rows in the words that are kept, weighed, each row of length 1."""
    selected = rows[:, known.columns]
    selected.data *= known.values[selected.indices]
    return csr_matrix(normalize(selected, copy=False))


def shares_known(rows: Rows, known: Weights) -> Numbers:
    """Return which share of each paper's words and pairs is kept: of papers of another field few are."""
    there = np.diff(rows[:, known.columns].indptr)
    return (there / np.maximum(np.diff(rows.indptr), 1)).astype(np.float32)


def len_of(rows: Rows) -> int:
    """Return how many rows there are."""
    return len(rows.indptr) - 1


def stack_rows(blocks: Sequence[Rows]) -> Rows:
    """Return the rows of several pages as one."""
    return csr_matrix(vstack(blocks, format="csr")) if blocks else csr_matrix((0, HASHED), dtype=np.float32)


def select_rows(rows: Rows, places: Sequence[int]) -> Rows:
    """Return some of the rows, in the order of their places."""
    return csr_matrix(rows[np.asarray(places, dtype=np.int64)])
