"""Negotiation of the response's media type."""

from resolvers.errors import Code, RequestError

GRAPHQL_JSON = "application/graphql-response+json"
JSON = "application/json"
NDJSON = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"


def negotiate_media_type(header: str | None) -> str:
    """Return the media type of the response. Raises RequestError (NOT_ACCEPTABLE)."""
    if not header:
        return JSON
    best, best_type = 0.0, ""
    for part in header.split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        quality = next((_number(p.removeprefix("q=")) for p in parameters if p.startswith("q=")), 1.0)
        match name:
            case (
                "application/graphql-response+json" | "application/json" | "application/x-ndjson" | "text/event-stream"
            ):
                offered = name
            case "application/*":
                offered = GRAPHQL_JSON
            case "*/*":
                offered = JSON
            case _:
                continue
        if quality > best:
            best, best_type = quality, offered
    if not best_type:
        raise RequestError(
            Code.NOT_ACCEPTABLE,
            f"Unsupported Accept header {header!r}. Supported: {GRAPHQL_JSON}, {JSON}, {NDJSON} and {EVENT_STREAM}.",
        )
    return best_type


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
