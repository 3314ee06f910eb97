"""Encode and decode Bolt messages with the compiled codec of the official driver, and agree on a Bolt version.

Source of the formats: https://neo4j.com/docs/bolt/current/ (handshake, chunking, messages, PackStream).
"""

from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from neo4j import Auth
from neo4j.exceptions import Neo4jError, ServiceUnavailable

from cypher.driver.values import Value

Pack = Callable[[object, object], bytes]
"""Encode a value."""
Unpack = Callable[[bytearray, int, Mapping[type, Callable[[object], object]]], tuple[Any, int]]
"""Decode the value at a position; returns the value and the position after it."""
Hydrate = Callable[..., Neo4jError]
"""Create an exception from the metadata of a failure."""


class Codec(NamedTuple):
    """Private functions and classes of the driver's package.

    Attributes:
        unpack_uuids: The decoder of Bolt 6.1, which adds UUIDs.
        structure: The class of nodes, dates, points and the like.
        tuple_hooks: Argument of `pack`, with which tuples are encoded as lists.
        hydrate_gql: Creates exceptions since Bolt 5.7, `hydrate` before.
    """

    pack: Pack
    unpack: Unpack
    unpack_uuids: Unpack
    structure: type
    tuple_hooks: object
    hydrate: Hydrate
    hydrate_gql: Hydrate


def load_codec() -> Codec | None:
    """Return the codec, or None if neo4j-rust-ext is missing, or if a release of the driver has moved a function."""
    try:
        first = import_module("neo4j._rust.codec.packstream.v1")
        second = import_module("neo4j._rust.codec.packstream.v2")
        hooks = import_module("neo4j._codec.hydration").DehydrationHooks
        return Codec(
            first.pack,
            first.unpack,
            second.unpack,
            import_module("neo4j._codec.packstream").Structure,
            hooks(exact_values={}, exact_types={tuple: list}, subtypes={}),
            Neo4jError._hydrate_neo4j,  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
            Neo4jError._hydrate_gql,  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        )
    except (ImportError, AttributeError, TypeError):
        return None


CODEC = load_codec()
"""Without it, the official driver runs all reads: its codec in Python also accepts values that are cut off."""


class DriverRequiredError(Exception):
    """A parameter or a value of the result needs the official driver."""


class UnknownVersionError(DriverRequiredError):
    """The server speaks no Bolt version of `VERSIONS`; all its reads need the official driver."""


def _reject_structure(structure: object) -> object:
    raise DriverRequiredError(f"The result contains {structure!r}.")


STRUCTURE_HOOKS: Mapping[type, Callable[[object], object]] = {CODEC.structure: _reject_structure} if CODEC else {}
"""Nodes, relationships, paths, dates, points and vectors are structures; the driver has classes for them."""

HELLO, LOGON, GOODBYE, RESET, RUN, PULL = b"\x01", b"\x6a", b"\x02", b"\x0f", b"\x10", b"\x3f"
SUCCESS, RECORD, IGNORED, FAILURE = 0x70, 0x71, 0x7E, 0x7F
MAX_CHUNK = 65_535

HANDSHAKE = b"\x60\x60\xb0\x17" + b"\x00\x00\x01\xff" + b"\x00\x04\x08\x05" + bytes(8)
"""Offers the manifest negotiation of newer servers, else Bolt 5.4 to 5.8."""
VERSIONS = frozenset({(5, 4), (5, 5), (5, 6), (5, 7), (5, 8), (6, 0), (6, 1)})
"""Bolt versions with known messages; the driver speaks the others."""
MANIFEST = b"\x00\x00\x01\xff"
GQL_ERRORS = (5, 7)
"""First version with GQL status codes in failures."""
UUID_VALUES = (6, 1)
"""First version that has UUIDs."""
MAX_OFFERS = 255
MAX_VARINT_BYTES = 5


class Negotiation(NamedTuple):
    """Bolt version of a connection, and the bytes that confirm it to the server."""

    version: tuple[int, int]
    confirmation: bytes


def encode_message(tag: bytes, *fields: object) -> bytes:
    """Return a message in chunks, ready to send.

    Raises DriverRequiredError if the codec cannot encode a value; the driver encodes more types, or reports the error.
    """
    if CODEC is None:
        raise DriverRequiredError("The codec is missing.")
    pack, hooks = CODEC.pack, CODEC.tuple_hooks
    try:
        parts = [pack(field, hooks) for field in fields]
    except (ValueError, TypeError, OverflowError) as error:
        raise DriverRequiredError(f"A parameter cannot be encoded: {error}") from error
    body = b"".join((bytes((0xB0 + len(fields),)), tag, *parts))
    if len(body) <= MAX_CHUNK:
        return b"".join((len(body).to_bytes(2, "big"), body, b"\0\0"))
    chunks: list[bytes] = []
    for start in range(0, len(body), MAX_CHUNK):
        chunk = body[start : start + MAX_CHUNK]
        chunks += (len(chunk).to_bytes(2, "big"), chunk)
    return b"".join((*chunks, b"\0\0"))


PULL_ALL = b"\0\6\xb1" + PULL + b"\xa1\x81n\xff\0\0"
"""PULL with n = -1, that is, all rows."""
RESET_MESSAGE = b"\0\2\xb0" + RESET + b"\0\0"
GOODBYE_MESSAGE = b"\0\2\xb0" + GOODBYE + b"\0\0"


def encode_sign_in(auth: Auth) -> bytes:
    """Return HELLO and LOGON; any scheme of `Auth` works, such as basic and bearer. Notifications are off."""
    hello = {
        "user_agent": "byline",
        "bolt_agent": {"product": "byline"},
        "notifications_minimum_severity": "OFF",
    }
    return encode_message(HELLO, hello) + encode_message(LOGON, vars(auth))


def encode_read(
    text: str, parameters: Mapping[str, Value], *, database: str, timeout_s: float, bookmarks: Collection[str]
) -> bytes:
    """Return RUN in READ access mode; PULL_ALL or `encode_pull` must follow.

    Raises DriverRequiredError, see `encode_message`.
    """
    extra: dict[str, object] = {"mode": "r", "tx_timeout": max(1, round(1000 * timeout_s))}
    if database:
        extra["db"] = database
    if bookmarks:
        extra["bookmarks"] = list(bookmarks)
    # the codec encodes no other mapping
    parameters = parameters if isinstance(parameters, dict) else dict(parameters)
    return encode_message(RUN, text, parameters, extra)


def encode_pull(rows: int) -> bytes:
    """Return a PULL of at most some rows."""
    return encode_message(PULL, {"n": rows})


def unpacker(version: tuple[int, int]) -> Unpack:
    """Return the decoder for a Bolt version. Raises DriverRequiredError if there is no codec."""
    if CODEC is None:
        raise DriverRequiredError("The codec is missing.")
    return CODEC.unpack_uuids if version >= UUID_VALUES else CODEC.unpack


def server_error(version: tuple[int, int], metadata: Mapping[str, object]) -> Neo4jError:
    """Return the driver's exception for a failure. Raises DriverRequiredError if there is no codec."""
    if CODEC is None:
        raise DriverRequiredError("The codec is missing.")
    return (CODEC.hydrate_gql if version >= GQL_ERRORS else CODEC.hydrate)(**metadata)


def negotiate(response: bytes | bytearray) -> Negotiation | None:
    """Return the version that a server's answer to `HANDSHAKE` selects, or None if the answer is incomplete.

    Raises UnknownVersionError, or ServiceUnavailable if the answer is not Bolt.
    """
    if len(response) < len(MANIFEST):
        return None
    if response[:4] != MANIFEST:
        version = (response[3], response[2])
        if response[:4] == bytes(4):
            raise UnknownVersionError("The server speaks an old Bolt version.")
        if response[:2] != b"\0\0" or version not in VERSIONS:
            raise ServiceUnavailable(f"the server does not speak Bolt: it sent {bytes(response[:16])!r}")
        return _check_length(response, 4, Negotiation(version, b""))
    position = len(MANIFEST)
    count = _varint(response, position)
    if count is None:
        return None
    offers, position = count
    if offers > MAX_OFFERS:
        raise ServiceUnavailable(f"the server offers {offers} Bolt versions")
    end = position + 4 * offers
    if len(response) < end or (capabilities := _varint(response, end)) is None:
        return None
    known = [
        (major, minor)
        for at in range(position, end, 4)
        for span, highest, major in (response[at + 1 : at + 4],)
        for minor in range(max(highest - span, 0), highest + 1)
        if (major, minor) in VERSIONS
    ]
    if not known:
        raise UnknownVersionError("The server offers only Bolt versions that are not known here.")
    version = max(known)
    return _check_length(response, capabilities[1], Negotiation(version, bytes((0, 0, version[1], version[0], 0))))


def _check_length(response: bytes | bytearray, length: int, agreed: Negotiation) -> Negotiation:
    """Return the result of a negotiation. Raises ServiceUnavailable if bytes follow it: the server waits for HELLO."""
    if len(response) != length:
        raise ServiceUnavailable("the server sent more than a handshake")
    return agreed


def _varint(data: bytes | bytearray, position: int) -> tuple[int, int] | None:
    """Return a number of seven bits per byte and the position after it, or None if the data ends before it does."""
    value = 0
    for index, byte in enumerate(data[position : position + MAX_VARINT_BYTES]):
        value |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:  # noqa: PLR2004 the highest bit says that more bytes follow
            return value, position + index + 1
    if len(data) >= position + MAX_VARINT_BYTES:
        raise ServiceUnavailable("the server sent an invalid handshake")
    return None
