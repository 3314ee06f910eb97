"""All error codes of responses; docs/errors.md lists them."""

from collections.abc import Sequence
from enum import Enum
from http import HTTPStatus


class Code(Enum):
    """`extensions.code` of an error, with its HTTP status and advice."""

    SYNTAX = (HTTPStatus.BAD_REQUEST, "The document is not valid GraphQL. Correct it at `locations`.")
    VALIDATION = (
        HTTPStatus.BAD_REQUEST,
        "The document does not match the schema. Correct the field or argument at `locations`.",
    )
    BAD_REQUEST = (
        HTTPStatus.BAD_REQUEST,
        "The HTTP request is not a GraphQL request. The message names the missing part.",
    )
    BAD_VARIABLES = (HTTPStatus.BAD_REQUEST, "A variable is missing or has the wrong type.")
    BAD_USER_INPUT = (
        HTTPStatus.BAD_REQUEST,
        "An argument has an invalid value. The message names the argument and the valid values.",
    )
    BAD_ID = (
        HTTPStatus.BAD_REQUEST,
        "A text is not a valid ID. The message shows the format; `nodes` still returns the others.",
    )
    BAD_CURSOR = (
        HTTPStatus.BAD_REQUEST,
        "A cursor is invalid, or belongs to a list in another order. Start without a cursor.",
    )
    PAGE_TOO_LARGE = (
        HTTPStatus.BAD_REQUEST,
        "A page or a list of IDs is larger than the maximum in the message. Request less, and continue with a cursor.",
    )
    TOO_DEEP = (HTTPStatus.BAD_REQUEST, "The document is nested deeper than the limit. Use two requests.")
    TOO_COSTLY = (
        HTTPStatus.BAD_REQUEST,
        "The request exceeds the limit of cost or memory. Request smaller pages or fewer fields.",
    )
    UNKNOWN_DOCUMENT = (
        HTTPStatus.BAD_REQUEST,
        "No trusted document has this documentId. Send the document, or add it to the trusted documents.",
    )
    PERSISTED_QUERY_NOT_FOUND = (
        HTTPStatus.BAD_REQUEST,
        "The server does not have the persisted query. Send the document with its hash; Apollo's clients do so.",
    )
    PERSISTED_QUERY_NOT_SUPPORTED = (
        HTTPStatus.BAD_REQUEST,
        "The server does not keep persisted queries (BYLINE_PERSISTED_QUERIES is 0). Send the document.",
    )
    UNTRUSTED_DOCUMENT = (HTTPStatus.FORBIDDEN, "This server executes only trusted documents. Send a documentId.")
    UNAUTHENTICATED = (
        HTTPStatus.UNAUTHORIZED,
        "This operation needs an account. Send Authorization: Bearer with an access token.",
    )
    FORBIDDEN = (
        HTTPStatus.FORBIDDEN,
        "The account or the access token does not have the right. The message names the role or scope.",
    )
    BUSY = (HTTPStatus.CONFLICT, "Another process writes to the graph. Try again when it has finished.")
    NOT_FOUND = (HTTPStatus.NOT_FOUND, "The entity or the path does not exist. GraphQL is at /graphql.")
    METHOD_NOT_ALLOWED = (HTTPStatus.METHOD_NOT_ALLOWED, "Use POST, or GET for a query.")
    NOT_ACCEPTABLE = (
        HTTPStatus.NOT_ACCEPTABLE,
        "Accept application/graphql-response+json, application/json, application/x-ndjson or text/event-stream.",
    )
    UNSUPPORTED_MEDIA_TYPE = (HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send application/json in UTF-8.")
    BODY_TOO_LARGE = (
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "The request body exceeds the limit. Send a smaller request.",
    )
    TOO_MANY_REQUESTS = (
        HTTPStatus.TOO_MANY_REQUESTS,
        "This client has used its budget for the minute. Wait for the seconds in the header Retry-After.",
    )
    TIMEOUT = (HTTPStatus.GATEWAY_TIMEOUT, "The query exceeded its time limit. Request less at once.")
    UNAVAILABLE = (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Neo4j cannot be reached. Wait for the seconds in the header Retry-After.",
    )
    INTERNAL = (HTTPStatus.INTERNAL_SERVER_ERROR, "An internal error. The request ID identifies it in the log.")

    @property
    def status(self) -> HTTPStatus:
        """The HTTP status of a request that fails whole with this code."""
        return self.value[0]

    @property
    def advice(self) -> str:
        """Advice for the client."""
        return self.value[1]


class RequestError(Exception):
    """A request fails because of the client or a limit.

    Attributes:
        wait_s: seconds after which the client can try again; None if that does not help.
        path: response keys that lead to the field at fault; empty if the error concerns the whole request.
        field: input field at fault of a mutation; None if it is not known.
    """

    def __init__(
        self,
        code: Code,
        message: str,
        *,
        wait_s: int | None = None,
        path: Sequence[str] = (),
        field: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.wait_s = wait_s
        self.path = tuple(path)
        self.field = field
