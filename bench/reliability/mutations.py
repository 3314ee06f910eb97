"""Random changes of a small valid file: of its bytes, its tokens, its JSON values, XML elements or Parquet columns.

A mutation takes a generator of random numbers and the content of a file, and returns other content. It depends on
nothing else, so the same seed gives the same file. `mutate` chooses mutations that fit the content.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# pyarrow has no type annotations.

import io
import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from random import Random
from typing import Any, TypeAlias, cast

import pyarrow as pa
from pyarrow import parquet

Mutation: TypeAlias = Callable[[Random, bytes], bytes]
Container: TypeAlias = dict[str, object] | list[object]

MAX_BYTES = 1 << 18
"""Maximum size of a mutated file, because repeated mutations multiply insertions. The slowest reader, BibTeX,
reads about 0.5 MB of braces per second, so only time that is not linear in the size exceeds the limit of a file.
"""
DEPTHS = (30, 300, 3_000, 100_000)
LENGTHS = (60, 1_500, 5_000, 50_000)

# fmt: off
PARTS = (
    "a", "9", " ", "\0", "\x1f", "\x7f\x85", "\t", "\r", "\n", "\u2028", "\u00ad", "\u200b", "\ufeff", "\uffff",
    "\u202e", "\u2066", "\U000e0041", "\U0001f469\u200d", "\U0010ffff",  # bidirectional, tags, joiners, the last one
    "\ufdfa", "e\u0301", "\u0130", "\u1e9e", "\u0344", "\uac00", "\u4e2d",  # longer or shorter in a normal form
    "\u00b2", "\u0663", "\u2460", "\U0001d7d9", "\u00bd",  # digits for isdigit(), isdecimal() or isnumeric()
    "{", "}", "[", "]", "(", "<", ">", "&", "#", "%", "\\", '"', "'", ",", ";", ":", "/", "=", "@", "$", "*", "-", ".",
    "{}", "{{", '"" ', " and ", "\\'{", "\\a", "%s", "&amp;", "a, b", "A.", "1-", "../",
)
"""Parts of long texts."""
TEXTS = (
    "", "null", "NaN", "Infinity", "-1", "0", "1e999", "00", "0x1F", "9223372036854775808", "18446744073709551616",
    "0000-00-00", "2020-02-30", "9999-12-31T23:59:59Z", "10000-01-01", "-0001", "2020-13", "1/2/3", "Feb 31, 0",
    "http://[::1", "https://a:99999/", "//", "http://\u2100.example/", "javascript:a", "https://a b", "file:///a",
    "10.1000/", "doi:", "0000-0002-1825-009X", "https://orcid.org/", "1234-567X", "2001.00001v0", "arXiv:",
    "&a;", "&#0;", "&#xD800;", "&nbsp;", "<![CDATA[", "<!--", "<?a?>", "]]>", "<a>", "</a>", "<!DOCTYPE a []>",
    "&a [*a]", "*a", "!!python/name:os.system", "<<: *a", "? a", "---", "0o8", "1:60", "[[a]]", "'''", '"""',
    "@string{a = a # a}", "@comment{", "@article{a,", "\\url{", "TY  - ", "ER  - ", "PT J", "PY  - ", "ID,", "\r\n\r\n",
)
"""Texts that mean something in a format: numbers, dates, addresses, IDs, XML, YAML, TOML, BibTeX and RIS."""
RAW_JSON = (
    "null", "true", "0", "-1", "-0.0", "0.5", "1e308", "1e999", "NaN", "-Infinity", "2147483648", "9223372036854775808",
    "18446744073709551616", "1" + "0" * 400, "1" + "0" * 5_000, "00", "{}", "[]", "[null]", '{"":{}}', "[[[1]]]",
    '"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"', '"\\u202e"', '"\\x"', '"', "{", "]", "//", "'a'", "undefined", "",
)
"""JSON texts to put at the place of a value; some are not JSON."""
PARQUET_VALUES: tuple[tuple[Any, Any], ...] = (
    (None, pa.string()), (None, pa.dictionary(pa.int32(), pa.string())), (b"\xff\xfe", pa.binary()),
    (b"a", pa.large_binary()), ([b"\xff"], pa.list_(pa.binary())), (True, pa.bool_()), (2**63 - 1, pa.int64()),
    (2**64 - 1, pa.uint64()), (float("nan"), pa.float64()), (float("-inf"), pa.float32()),
    (Decimal("1e20"), pa.decimal128(38, 2)), (2**31 - 1, pa.date32()), (2**62, pa.timestamp("us")),
    (1, pa.timestamp("ns", "Europe/Nowhere")), (2**62 + 1, pa.timestamp("ns")), (1, pa.time64("ns")),
    (2**62, pa.duration("us")), ([], pa.list_(pa.string())),
    ([[["a"], None]], pa.list_(pa.list_(pa.list_(pa.string())))),
    ({"a": {"b": 1}}, pa.struct({"a": pa.struct({"b": pa.int8()})})),
    ([("a", 1), ("a", 2)], pa.map_(pa.string(), pa.int8())),
)
"""A value and its type for a column of a Parquet file; None is a hostile text."""
# fmt: on
BETWEEN = re.compile(r"\w+|\s+|[^\w\s]")
"""A token of any text format."""
XML_TOKEN = re.compile(r"<[^<>]*>|[^<]+|<")
XML_NAME = re.compile(r"<(/?)([\w:.-]+)")
ATTRIBUTE = re.compile(r"\s[\w:.-]+\s*=\s*(\"[^\"]*\"|'[^']*')")
MARK = "\ufdd0mark"
"""Stands for a JSON text that `json` would not write."""
ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252", "utf-8-sig", "utf-7", "cp037")


def hostile_text(chance: Random) -> str:
    """Return a text that programs often handle wrongly: empty, long, of unusual characters, or of another format."""
    if chance.random() < 0.5:
        return chance.choice(TEXTS)
    part = chance.choice(PARTS)
    return part if chance.random() < 0.5 else (part * (chance.choice(LENGTHS) // len(part.encode())))


def mutate(chance: Random, content: bytes) -> bytes:
    """Return the content after one to four mutations that fit its format."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        content = chance.choice(_fitting(content))(chance, content)[:MAX_BYTES]
    return content


def _fitting(content: bytes) -> tuple[Mutation, ...]:
    """Return mutations; those that know the format of the content come several times."""
    beginning = content.lstrip()[:4]
    if beginning.startswith(b"PAR1"):
        return (change_parquet, change_parquet, change_bytes)
    if beginning.startswith((b"{", b"[")):
        return (*(change_json,) * 5, change_tokens, change_bytes, change_encoding)
    if beginning.startswith(b"<"):
        return (*(change_xml,) * 5, change_tokens, change_bytes, change_encoding)
    return (*(change_tokens,) * 4, change_lines, change_bytes, change_encoding)


def change_bytes(chance: Random, content: bytes) -> bytes:
    """Truncate, or flip, insert, remove or repeat some bytes."""
    start = chance.randrange(len(content) + 1)
    end = min(len(content), start + chance.choice((1, 1, 2, 8, 64)))
    match chance.randrange(5):
        case 0:
            return content[:start]
        case 1:
            return (
                content[:start] + bytes(byte ^ 1 << chance.randrange(8) for byte in content[start:end]) + content[end:]
            )
        case 2:
            return content[:start] + chance.randbytes(chance.choice((1, 4, 64))) + content[start:]
        case 3:
            return content[:start] + content[end:]
        case _:
            return content[:start] + content[start:end] * chance.choice((2, 20, 1_000)) + content[end:]


def change_encoding(chance: Random, content: bytes) -> bytes:
    """Write the text in another encoding, or with surrogates, which UTF-8 does not allow."""
    text = content.decode("utf-8", "replace")
    if chance.random() < 0.2:
        return text.replace(chance.choice(text or " "), "\ud800", 2).encode("utf-8", "surrogatepass")
    return text.encode(chance.choice(ENCODINGS), "replace")


def change_lines(chance: Random, content: bytes) -> bytes:
    """Drop, repeat or move a line, or end all lines otherwise."""
    lines = content.splitlines(keepends=True) or [b""]
    line = lines.pop(chance.randrange(len(lines)))
    match chance.randrange(4):
        case 0:
            return b"".join(lines)
        case 1:
            return b"".join([*lines, line * chance.choice((2, 1_000))])
        case 2:
            lines.insert(chance.randrange(len(lines) + 1), line)
            return b"".join(lines)
        case _:
            return content.replace(b"\n", chance.choice((b"\r", b"\r\n", b"\x0b", b"\n\n", b" ")))


def change_tokens(chance: Random, content: bytes) -> bytes:
    """Replace a token of a text by a hostile text, insert one, drop or repeat a token, or nest one deeply."""
    tokens = BETWEEN.findall(content.decode("utf-8", "surrogateescape")) or [""]
    place = chance.randrange(len(tokens))
    token = tokens[place]
    match chance.randrange(5):
        case 0:
            tokens[place] = hostile_text(chance)
        case 1:
            tokens[place] = token + hostile_text(chance)
        case 2:
            tokens[place] = ""
        case 3:
            tokens[place] = token * (
                1 + chance.choice(LENGTHS) // len((token or " ").encode("utf-8", "surrogateescape"))
            )
        case _:
            opening, closing = chance.choice(("{}", "[]", "()", '""', "<>"))
            depth = chance.choice(DEPTHS)
            tokens[place] = opening * depth + token + closing * chance.choice((depth, 0))
    return "".join(tokens).encode("utf-8", "surrogateescape")


def change_json(chance: Random, content: bytes) -> bytes:
    """Change a value of a JSON document, or of one line of JSON Lines."""
    lines = [content] if _parsed(content) is not None else content.splitlines(keepends=True)
    place = chance.randrange(len(lines))
    document = _parsed(lines[place])
    containers = list(_containers(document))
    if not containers:
        return change_bytes(chance, content)
    container = chance.choice(containers)
    keys = list(container) if isinstance(container, dict) else list(range(len(container)))
    key = chance.choice(keys) if keys else None
    replacement = ""
    match chance.randrange(6):
        case 0 if isinstance(container, dict) and key is not None:
            del container[str(key)]
        case 1 if isinstance(container, dict) and key is not None:  # a duplicate key
            container[MARK], replacement = _copied(chance.choice(containers)), json.dumps(str(key))
        case 2 if isinstance(container, dict) and key is not None:  # another key
            container[MARK], replacement = container.pop(str(key)), json.dumps(hostile_text(chance))
        case 3:
            opening, closing = chance.choice((("[", "]"), ('{"a":', "}")))
            depth = chance.choice(DEPTHS)
            replacement = f"{opening * depth}1{closing * depth}"
            _set(container, key, MARK)
        case 4:  # the value of another place, perhaps many times
            other = _copied(chance.choice(containers))
            _set(container, key, other if chance.random() < 0.5 else [other] * chance.choice((1, 99)))
        case _:
            replacement = chance.choice(RAW_JSON) if chance.random() < 0.5 else json.dumps(hostile_text(chance))
            _set(container, key, MARK)
    written = json.dumps(document, ensure_ascii=chance.random() < 0.5)
    for mark in (json.dumps(MARK), f'"{MARK}"'):
        written = written.replace(mark, replacement)
    lines[place] = written.encode("utf-8", "replace") + (b"\n" if len(lines) > 1 else b"")
    return b"".join(lines)


def _parsed(text: bytes) -> object:
    """Return a JSON document, or None if the text is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _containers(value: object) -> Iterator[Container]:
    """Yield all objects and arrays of a document that is not nested too deeply for `json`."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict | list):
            container = cast("Container", one)
            yield container
            waiting += container.values() if isinstance(container, dict) else container


def _copied(value: object) -> object:
    return json.loads(json.dumps(value))


def _set(container: Container, key: str | int | None, value: object) -> None:
    """Replace a value, or add one to an empty container."""
    if isinstance(container, dict):
        container["a" if key is None else str(key)] = value
    elif key is None:
        container.append(value)
    else:
        container[int(key)] = value


def change_xml(chance: Random, content: bytes) -> bytes:
    """Drop, repeat, nest, rename or move an element, change a text or an attribute, or put an entity into a text."""
    tokens = XML_TOKEN.findall(content.decode("utf-8", "surrogateescape"))
    starts = [number for number, token in enumerate(tokens) if XML_NAME.match(token) and token[1] != "/"]
    texts = [number for number, token in enumerate(tokens) if token[0] != "<"]
    if not starts or not texts:
        return change_tokens(chance, content)
    start, text = chance.choice(starts), chance.choice(texts)
    end = _element_end(tokens, start)
    element = "".join(tokens[start:end])
    match chance.randrange(8):
        case 0:
            tokens[start:end] = []
        case 1:
            tokens[start:end] = [element * chance.choice((2, 2, 99))]
        case 2:
            tokens[chance.choice(texts)] += element
        case 3:
            depth = chance.choice(DEPTHS)
            tokens[start:end] = ["<a>" * depth, element, "</a>" * chance.choice((depth, depth, 0))]
        case 4:
            tokens[start] = re.sub(r"[\w:.-]+", chance.choice(("a", "x:y", "b" * 1_000, "")), tokens[start], count=1)
        case 5:
            value = hostile_text(chance).replace("<", "&lt;").replace('"', "&quot;")
            changed = chance.choice((f'="{value}"', "", '="a"'))
            tokens[start] = ATTRIBUTE.sub(
                lambda match: match[0].partition("=")[0] + changed if chance.random() < 0.5 else match[0], tokens[start]
            )
        case 6:
            tokens[text] = chance.choice(
                ("<!---->", "<?a b?>", "<![CDATA[a]]>", "&a;", "&#0;", "&eacute;", "<b>a</b>", "")
            )
        case _:
            tokens[text] = hostile_text(chance).replace("<", "&lt;")
    return "".join(tokens).encode("utf-8", "surrogateescape")


def _element_end(tokens: list[str], start: int) -> int:
    """Return the position after the end tag of the element that starts at a token, or after its start tag."""
    depth = 0
    for place in range(start, len(tokens)):
        if (name := XML_NAME.match(tokens[place])) and not tokens[place].endswith("/>"):
            depth += -1 if name[1] else 1
        if depth <= 0:
            return place + 1
    return start + 1


def change_parquet(chance: Random, content: bytes) -> bytes:
    """Give a column values of another type, drop it, rename it, or remove all rows."""
    try:
        table = parquet.read_table(io.BytesIO(content))
        if not table.num_columns:
            return change_bytes(chance, content)
        place = chance.randrange(table.num_columns)
        name = table.column_names[place]
        match chance.randrange(5):
            case 0:
                table = table.remove_column(place)
            case 1:
                table = table.rename_columns({name: hostile_text(chance)})
            case 2:
                table = table.slice(0, 0)
            case _:
                value, kind = chance.choice(PARQUET_VALUES)
                value = hostile_text(chance) if value is None else value
                table = table.set_column(place, name, pa.array([value] * table.num_rows, kind))
        stream = io.BytesIO()
        parquet.write_table(table, stream, compression=chance.choice(("none", "snappy", "gzip", "zstd", "brotli")))
    except (
        pa.ArrowException,
        OSError,
        UnicodeDecodeError,
    ):  # an earlier mutation has damaged the file, or Parquet has no such type
        return change_bytes(chance, content)
    return stream.getvalue()
