"""What the answers of JSON services have in common: lists of raw records, told apart by one field."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec

from loaders.fetch.service import Found, Request


def line(raw: msgspec.Raw | bytes) -> bytes:
    """Return a JSON value as one line; line breaks in it can only stand between its parts."""
    return bytes(raw).replace(b"\r", b" ").replace(b"\n", b" ") + b"\n"


def found(raws: Iterable[msgspec.Raw], name: str) -> list[Found]:
    """Return the records of a list by the text in the field `name`; null among them is passed over."""
    keyed = msgspec.json.Decoder(dict[str, msgspec.Raw])
    records: list[Found] = []
    for raw in raws:
        if bytes(raw).strip() == b"null":
            continue
        said = keyed.decode(raw).get(name)
        key = msgspec.json.decode(said) if said is not None else None
        records.append(Found(str(key) if key is not None else bytes(raw).decode("utf-8", "replace"), line(raw)))
    return records


def batches(ids: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    """Cut a list of ids into parts of at most `size`."""
    rest = iter(ids)
    while part := tuple(islice(rest, size)):
        yield part


def following(request: Request, name: str, start: int, came: int, total: int) -> tuple[Request, ...]:
    """Return the request for what stands after an answer, in lists that are walked by numbers from 0; none at the end.

    Where things went out of the list since the last request, those behind have moved up, before this answer: from there
    on it is asked again.
    """
    gone = max(0, (request.total or 0) - total)
    place = max(0, start - gone) if gone else start + came
    if place >= total:
        return ()
    params = (*(pair for pair in request.params if pair[0] != name), (name, str(place)))
    return (Request(request.path, params, later=True, total=total),)
