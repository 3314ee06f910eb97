"""GraphQL over HTTP, as its specification has it: reads what is asked, lets the service answer, writes it."""

from dataclasses import dataclass, field

import structlog
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from byline.http.allowance import Allowance
from byline.http.documents import Documents
from byline.http.lines import lines
from byline.http.negotiate import JSON, NDJSON, accepted
from byline.http.reply import Keeping, written, written_together
from byline.http.request import Asked, parsed
from resolvers.errors import Code, RequestError
from resolvers.execute import Reply, Request, Service, problem, refused

log = structlog.get_logger()
CLIENT_GONE = 499
"""What proxies log where the client went away before its request was whole."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What answers at /graphql."""

    service: Service
    max_body: int
    documents: Documents = field(default_factory=Documents)
    keeping: Keeping = field(default_factory=Keeping)
    batch: int = 0
    """Requests that may come as one list; 0: none may."""
    allowance: Allowance | None = None

    async def answer(self, request: HttpRequest) -> Response:
        """Answer one HTTP request. Never raises for what a client did."""
        try:
            media_type = accepted(request.headers.get("accept"))
        except RequestError as error:
            return written(_refused(error), JSON)
        try:
            asked = await parsed(request, self.max_body, self.batch)
        except RequestError as error:
            return written(_refused(error), _json(media_type), own_status=True)
        except ClientDisconnect:
            return Response(status_code=CLIENT_GONE)  # for the log and the metrics: nobody hears it
        if isinstance(asked, list):
            return written_together([await self._reply(one, request) for one in asked], _json(media_type))
        if media_type == NDJSON:
            return await self._lines(asked, request)
        reply = await self._reply(asked, request)
        return self.keeping.marked(request, reply, written(reply, media_type))

    async def _reply(self, asked: Asked, request: HttpRequest) -> Reply:
        try:
            wanted = self._wanted(asked, request)
        except RequestError as error:
            return _refused(error)
        return discreet(await self.service.answer(wanted))

    async def _lines(self, asked: Asked, request: HttpRequest) -> Response:
        try:
            wanted = self._wanted(asked, request)
        except RequestError as error:
            return written(_refused(error), JSON, own_status=True)
        found = await lines(self.service, wanted)
        return written(discreet(found), JSON, own_status=True) if isinstance(found, Reply) else found

    def _wanted(self, asked: Asked, request: HttpRequest) -> Request:
        """Return the request for the service, charged to its client. Raises RequestError."""
        client = request.client.host if request.client else ""
        spend = self.allowance.of(client) if self.allowance is not None else None
        return Request(self.documents.text(asked), asked.variables, asked.operation, spend)


def _json(media_type: str) -> str:
    return JSON if media_type == NDJSON else media_type


def _refused(error: RequestError) -> Reply:
    return refused(error.code, [problem(error.code, error.message)])


def discreet(reply: Reply) -> Reply:
    """Return a reply as clients may read it: where the graph is and how it fails is the operator's to know."""
    if reply.code is not Code.UNAVAILABLE:
        return reply
    log.warning("unavailable", why=[error["message"] for error in reply.errors])
    return refused(reply.code, [problem(reply.code, reply.code.advice)])
