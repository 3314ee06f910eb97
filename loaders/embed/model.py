"""An embedding model: a transformer in the format of ONNX and its tokenizer, which turn texts into vectors.

The output of the transformer has one vector per token. The vector of the text is their mean or the vector of the first
token, scaled to length 1, so that the inner product of two vectors is their cosine similarity.
"""

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs] it has none
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

Vectors: TypeAlias = NDArray[np.float32]
Pooling: TypeAlias = Literal["mean", "first"]

MAX_TOKENS = 256
"""Default maximum number of tokens of a text, about 190 English words; the rest is ignored."""
FILES = ("model.onnx", "tokenizer.json")
INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})
AXES = 3
"""Axes of the output: texts, tokens, and the numbers of a vector."""
POOLING_FILE = "1_Pooling/config.json"
LENGTH_FILE = "sentence_bert_config.json"


class ModelError(Exception):
    """A model cannot be used; the message names the file and the remedy."""


class ModelFiles(NamedTuple):
    """The files of a model.

    Attributes:
        name: Name that identifies the model and its version; vectors of models with different names are not compared.
        transformer: Content of the ONNX file.
        tokenizer: Content of tokenizer.json.
        pooling: Whether the vector of a text is the mean of the vectors of its tokens, or that of its first token.
        max_tokens: Maximum number of tokens of a text.
    """

    name: str
    transformer: bytes
    tokenizer: bytes
    pooling: Pooling = "mean"
    max_tokens: int = MAX_TOKENS


class _PoolingConfig(msgspec.Struct, frozen=True):
    pooling_mode_cls_token: bool = False


class _LengthConfig(msgspec.Struct, frozen=True):
    max_seq_length: int | None = None


Config = TypeVar("Config", _PoolingConfig, _LengthConfig)


def read_folder(folder: Path) -> ModelFiles:
    """Read the model in a folder that is laid out as by Sentence Transformers. Raises ModelError.

    The folder has model.onnx, also in a subfolder `onnx`, and tokenizer.json. 1_Pooling/config.json and
    sentence_bert_config.json are optional; the defaults are the mean and 256 tokens. The name of the model has the name
    of the folder and a hash of the files.
    """
    if not folder.is_dir():
        raise ModelError(f"{folder} is not a folder. Name a folder with {' and '.join(FILES)}.")
    onnx = next((path for path in (folder / FILES[0], folder / "onnx" / FILES[0]) if path.is_file()), None)
    if onnx is None or not (folder / FILES[1]).is_file():
        raise ModelError(f"{folder} has no {FILES[1] if onnx else FILES[0]}. An embedding model needs both files.")
    try:
        transformer, tokenizer = onnx.read_bytes(), (folder / FILES[1]).read_bytes()
        pooling = _read_config(folder / POOLING_FILE, _PoolingConfig)
        length = _read_config(folder / LENGTH_FILE, _LengthConfig)
    except OSError as error:
        raise ModelError(f"Cannot read {error.filename}: {error.strerror}.") from None
    kind: Pooling = "first" if pooling.pooling_mode_cls_token else "mean"
    limit = length.max_seq_length or MAX_TOKENS
    digest = hashlib.sha256()
    for part in (transformer, tokenizer, f"{kind} {limit}".encode()):
        digest.update(hashlib.sha256(part).digest())
    return ModelFiles(f"{folder.resolve().name}@{digest.hexdigest()[:12]}", transformer, tokenizer, kind, limit)


def _read_config(path: Path, kind: type[Config]) -> Config:
    """Return the content of an optional JSON file; the defaults if it is missing. Raises ModelError or OSError."""
    if not path.is_file():
        return kind()
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        raise ModelError(f"Cannot read {path}: {error}.") from None


class EmbeddingModel:
    """A model in memory, ready to turn texts into vectors."""

    def __init__(self, files: ModelFiles, threads: int = 0) -> None:
        """Load the model. Raises ModelError if a file is damaged or has an unsupported form.

        Args:
            threads: Number of texts that are embedded at the same time; 0: one per processor.
        """
        self.name = files.name
        self._pooling: Pooling = files.pooling
        runtime: Any = onnxruntime  # its types are incomplete, as are those of the tokenizer
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            self._tokenizer: Any = Tokenizer.from_buffer(files.tokenizer)
            self._session: Any = runtime.InferenceSession(
                files.transformer, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # noqa: BLE001 both libraries raise bare exceptions of their own
            raise ModelError(f"Cannot load the embedding model {files.name}: {str(error).splitlines()[0]}") from None
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(files.max_tokens)
        self._inputs: set[str] = {entry.name for entry in self._session.get_inputs()}
        shape: list[int | str | None] = self._session.get_outputs()[0].shape
        self.dimension = self._checked_dimension(shape)
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)

    def _checked_dimension(self, shape: list[int | str | None]) -> int:
        """Return the last number of the shape of the output. Raises ModelError for inputs or shapes of another form."""
        dimension = shape[-1] if len(shape) == AXES else None
        if self._inputs <= INPUTS and isinstance(dimension, int):
            return dimension
        raise ModelError(
            f"The embedding model {self.name} has the inputs {', '.join(sorted(self._inputs))} and an output of shape "
            f"{shape}. Expected input_ids, attention_mask and optionally token_type_ids, and one vector per token."
        )

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 per text, in the order of the texts; shape: texts x dimension.

        Each text is a run of its own: with weights of 8 bits, the vector of a text in a batch would depend on the
        other texts, and batches are not faster. A text without a token, possible with some tokenizers, has the vector
        0.
        """
        encodings: list[Encoding] = self._tokenizer.encode_batch(list(texts))
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for place, vector in enumerate(self._pool.map(self._run, encodings)):
            vectors[place] = vector
        return vectors

    def _run(self, encoding: Encoding) -> Vectors:
        """Return the vector of a text."""
        if not encoding.ids:
            return np.zeros(self.dimension, np.float32)
        ids = np.array([encoding.ids], np.int64)
        feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        tokens: Vectors = self._session.run(None, {name: feeds[name] for name in self._inputs})[0][0]
        vector = tokens[0] if self._pooling == "first" else tokens.mean(0)
        return vector / max(float(np.linalg.norm(vector)), float(np.finfo(np.float32).tiny))
