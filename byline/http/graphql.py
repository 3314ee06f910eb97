"""GraphQL over HTTP, as its specification has it: reads what is asked, lets the service answer, writes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import SecretStr
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from byline.http.allowance import Allowance, spender
from byline.http.curators import signed_in
from byline.http.documents import Documents
from byline.http.lines import lines
from byline.http.negotiate import JSON, NDJSON, accepted
from byline.http.reply import CLIENT_GONE, Keeping, discreet, written, written_together
from byline.http.request import Asked, parsed
from resolvers.errors import Code, RequestError
from resolvers.execute import Request, Service
from resolvers.reply import Reply, refusal, refused


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
    curators: Mapping[str, SecretStr] = field(default_factory=dict[str, SecretStr])
    """Who may make decisions, each with a token."""

    async def answer(self, request: HttpRequest) -> Response:
        """Answer one HTTP request. Never raises for what a client did."""
        try:
            media_type = accepted(request.headers.get("accept"))
        except RequestError as error:
            return written(refusal(error), JSON)
        try:
            asked = await parsed(request, self.max_body, self.batch)
        except RequestError as error:
            return written(refusal(error), _json(media_type), own_status=True)
        except ClientDisconnect:
            return Response(status_code=CLIENT_GONE)  # for the log and the metrics: nobody hears it
        if isinstance(asked, list):
            if media_type == NDJSON:
                return written(refused(Code.BAD_REQUEST, f"{NDJSON} is for one request, not for a batch."), JSON)
            return written_together([await self._reply(one, request) for one in asked], media_type)
        if media_type == NDJSON:
            return await self._lines(asked, request)
        reply = await self._reply(asked, request)
        return self.keeping.marked(request, reply, written(reply, media_type))

    async def _reply(self, asked: Asked | RequestError, request: HttpRequest) -> Reply:
        if isinstance(asked, RequestError):
            return refusal(asked)
        try:
            wanted = self._wanted(asked, request)
        except RequestError as error:
            return refusal(error)
        return discreet(await self.service.answer(wanted))

    async def _lines(self, asked: Asked, request: HttpRequest) -> Response:
        try:
            wanted = self._wanted(asked, request)
        except RequestError as error:
            return written(refusal(error), JSON, own_status=True)
        found = await lines(self.service, wanted)
        return written(discreet(found), JSON, own_status=True) if isinstance(found, Reply) else found

    def _wanted(self, asked: Asked, request: HttpRequest) -> Request:
        """Return the request for the service, charged to its client. Raises RequestError."""
        return Request(
            self.documents.text(asked),
            asked.variables,
            asked.operation,
            curator=signed_in(request.headers.get("authorization"), self.curators),
            safe=request.method != "POST",
            spend=spender(self.allowance, request),
        )


def _json(media_type: str) -> str:
    return JSON if media_type == NDJSON else media_type
