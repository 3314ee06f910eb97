"""A tiny embedding model for tests: one vector of four numbers per word, in the format of ONNX."""

import json
import struct
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

WORDS = {
    "parsing": (1.0, 0.0, 0.0, 0.0),
    "syntax": (0.9, 0.1, 0.0, 0.0),
    "grammar": (0.8, 0.2, 0.0, 0.0),
    "galaxy": (0.0, 1.0, 0.0, 0.0),
    "star": (0.0, 0.9, 0.1, 0.0),
    "protein": (0.0, 0.0, 1.0, 0.0),
    "gene": (0.0, 0.1, 0.9, 0.0),
}
UNKNOWN = (0.0, 0.0, 0.0, 0.1)
FLOAT, INT64 = 1, 7
"""Data types of ONNX."""


def write_model(folder: Path, dimension: int = 4, axes: int = 3) -> Path:
    """Write the model to a folder and return the folder; the vectors have zeros for further dimensions."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [UNKNOWN, *WORDS.values()]
    table = np.zeros((len(rows), dimension), np.float32)
    table[:, : len(UNKNOWN)] = rows
    (folder / "model.onnx").write_bytes(_onnx(table, axes))
    tokenizer = Tokenizer(
        models.WordLevel({"[UNK]": 0, **{word: place for place, word in enumerate(WORDS, 1)}}, unk_token="[UNK]")  # noqa: S106 a token of a text
    )
    tokenizer.normalizer = normalizers.Lowercase()  # pyright: ignore[reportAttributeAccessIssue] its types are incomplete
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()  # pyright: ignore[reportAttributeAccessIssue] as above
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def write_config(folder: Path, name: str, **values: object) -> None:
    """Write a JSON file of the model."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(values), "utf-8")


def _onnx(table: "np.ndarray[tuple[int, int], np.dtype[np.float32]]", axes: int) -> bytes:
    """Return a model that looks up the rows of a table: a message of ONNX's protocol buffers."""
    size = table.shape[1]
    tensor = b"".join(_number(1, length) for length in table.shape) + _number(2, FLOAT) + _text(8, "table")
    tensor += _field(9, table.tobytes())
    node = _text(1, "table") + _text(1, "input_ids") + _text(2, "tokens") + _text(4, "Gather")
    output: list[int | str] = ["texts", "words", size] if axes == 3 else ["texts", size]
    graph = _field(1, node) + _text(2, "tiny") + _field(5, tensor)
    graph += _field(11, _value("input_ids", INT64, ["texts", "words"] if axes == 3 else ["texts"]))
    graph += _field(12, _value("tokens", FLOAT, output))
    return _number(1, 8) + _field(7, graph) + _field(8, _text(1, "") + _number(2, 13))


def _value(name: str, kind: int, shape: list[int | str]) -> bytes:
    axes = b"".join(_field(1, _number(1, axis) if isinstance(axis, int) else _text(2, axis)) for axis in shape)
    return _text(1, name) + _field(2, _field(1, _number(1, kind) + _field(2, axes)))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _text(field: int, value: str) -> bytes:
    return _field(field, value.encode())


def _field(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(parts) + struct.pack("B", value)
