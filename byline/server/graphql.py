"""GraphQL over HTTP, according to its specification: parse the request, run it, and write the response."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self, TypeAlias

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from accounts.authentication import Authentication
from accounts.viewer import Viewer
from byline.server.authentication import Authenticator
from byline.server.content_negotiation import EVENT_STREAM, JSON, NDJSON, negotiate_media_type
from byline.server.prepared_responses import PreparedResponses
from byline.server.rate_limit import RateLimiter, client_address, client_budget
from byline.server.request import GraphQLRequest, parse_request
from byline.server.request_metrics import observe_steps
from byline.server.response_cache import ResponseCache, cache_key, to_response
from byline.server.responses import (
    CLIENT_GONE,
    CachePolicy,
    entity_tag,
    mask_internal_error,
    to_batch_response,
    to_http_response,
)
from byline.server.streamed_responses import AFTER, LAST_EVENT_ID, event_stream, lines
from byline.server.trusted_documents import Documents
from cypher.driver.errors import GraphError
from resolvers.errors import Code, RequestError
from resolvers.execute import Request, Service
from resolvers.execute_mutation import MUTATION
from resolvers.live_updates import LiveUpdates
from resolvers.reply import Reply, error_reply, failure_reply

Payload: TypeAlias = GraphQLRequest | list[GraphQLRequest | RequestError]
"""A request, or a batch of requests with an error in place of each malformed one."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The endpoint /graphql."""

    service: Service
    max_body: int
    documents: Documents = field(default_factory=Documents)
    cache_policy: CachePolicy = field(default_factory=CachePolicy)
    batch: int = 0
    """Maximum number of requests in a batch; 0: no batches."""
    rate_limiter: RateLimiter | None = None
    authenticator: Authenticator | None = None
    """Authenticates clients; None if all of them are anonymous."""
    response_cache: ResponseCache | None = None
    """Responses to queries of anonymous clients; None if the server does not cache responses."""
    prepared: PreparedResponses = field(default_factory=PreparedResponses)
    """Responses to introspections."""
    live: LiveUpdates | None = None
    """Live updates for subscriptions; None if the server has no subscriptions."""

    async def answer(self, request: HttpRequest) -> Response:
        """Respond to an HTTP request. Never raises for client errors."""
        try:
            media_type = negotiate_media_type(request.headers.get("accept"))
        except RequestError as error:
            return to_http_response(failure_reply(error), JSON)
        try:
            payload = await parse_request(request, self.max_body, self.batch)
        except RequestError as error:
            return to_http_response(failure_reply(error), _json(media_type), always_use_error_status=True)
        except ClientDisconnect:
            return Response(status_code=CLIENT_GONE)  # only for the log and the metrics: the client has disconnected
        if media_type == EVENT_STREAM:
            return await self._event_stream(payload, request)
        try:
            async with DisconnectWatcher(request) as watcher:
                return await self._respond(payload, request, media_type, watcher.protect)
        except ClientDisconnect:
            return Response(status_code=CLIENT_GONE)

    async def _respond(
        self, payload: Payload, request: HttpRequest, media_type: str, protect: Callable[[], None]
    ) -> Response:
        if isinstance(payload, list):
            if media_type == NDJSON:
                return to_http_response(
                    error_reply(Code.BAD_REQUEST, f"{NDJSON} does not support batches. Send one request."), JSON
                )
            replies = [await self._batch_entry_reply(entry, request, protect) for entry in payload]
            return to_batch_response(replies, media_type)
        if media_type == NDJSON:
            return await self._ndjson_response(payload, request)
        return await self._single_response(payload, request, media_type, protect)

    async def _single_response(
        self, payload: GraphQLRequest, request: HttpRequest, media_type: str, protect: Callable[[], None]
    ) -> Response:
        """Return the response to a single request: prepared, from the response cache, or executed."""
        try:
            service_request = await self._service_request(payload, request, protect)
        except (RequestError, GraphError) as error:
            reply = mask_internal_error(failure_reply(error))
            return self.cache_policy.with_cache_headers(request, None, to_http_response(reply, media_type))
        prepared_key = self.prepared.key(service_request, request.headers.get("accept-encoding", ""))
        if prepared_key and (prepared := self.prepared.find(prepared_key)):
            try:
                if service_request.spend is not None:
                    service_request.spend(prepared.cost)
            except RequestError as error:
                reply = await self.service.reply_to_failure(error, service_request)
                return self._http_response(request, reply, media_type)
            return prepared.to_http(request, media_type, self.cache_policy, "hit")
        cache, key = self.response_cache, cache_key(service_request) if self.response_cache else None
        cached = await cache.find(key) if cache and key else None
        if cache and cached:
            response = to_response(cached, media_type, cache.status())
            return self.cache_policy.with_cache_headers(request, cached.tag, response)
        bookmarks = await cache.latest_bookmarks() if cache and key else frozenset[str]()
        reply = await self._execute(service_request)
        if prepared_key and (prepared := await self.prepared.prepare(prepared_key, reply)):
            return prepared.to_http(request, media_type, self.cache_policy, "fwd=miss; stored")
        response = self._http_response(request, reply, media_type)
        if cache and key:
            is_stored = response.status_code == HTTPStatus.OK and cache.store(key, bookmarks, reply)
            response.headers["cache-status"] = "byline; fwd=miss" + ("; stored" if is_stored else "")
        return response

    def _http_response(self, request: HttpRequest, reply: Reply, media_type: str) -> Response:
        tag = None if reply.errors or request.method == "POST" else entity_tag(reply)
        return self.cache_policy.with_cache_headers(request, tag, to_http_response(reply, media_type))

    async def _batch_entry_reply(
        self, payload: GraphQLRequest | RequestError, request: HttpRequest, protect: Callable[[], None]
    ) -> Reply:
        if isinstance(payload, RequestError):
            return failure_reply(payload)
        try:
            service_request = await self._service_request(payload, request, protect)
        except (RequestError, GraphError) as error:
            return mask_internal_error(failure_reply(error))
        return await self._execute(service_request)

    async def _execute(self, service_request: Request) -> Reply:
        reply = await self.service.answer(service_request)
        observe_steps(reply.timing_s)
        return mask_internal_error(reply)

    async def _ndjson_response(self, payload: GraphQLRequest, request: HttpRequest) -> Response:
        try:
            service_request = await self._service_request(payload, request)
        except (RequestError, GraphError) as error:
            return to_http_response(mask_internal_error(failure_reply(error)), JSON, always_use_error_status=True)
        result = await lines(self.service, service_request)
        return (
            to_http_response(mask_internal_error(result), JSON, always_use_error_status=True)
            if isinstance(result, Reply)
            else result
        )

    async def _event_stream(self, payload: Payload, request: HttpRequest) -> Response:
        if self.live is None or isinstance(payload, list):
            message = (
                f"{EVENT_STREAM} does not support batches. Send one request."
                if isinstance(payload, list)
                else f"{EVENT_STREAM} is off here (BYLINE_SUBSCRIPTIONS is 0)."
            )
            return to_http_response(error_reply(Code.NOT_ACCEPTABLE, message), JSON)
        try:
            service_request = await self._service_request(payload, request)
        except (RequestError, GraphError) as error:
            return to_http_response(mask_internal_error(failure_reply(error)), JSON, always_use_error_status=True)
        if last_event_id := request.headers.get(LAST_EVENT_ID):
            service_request = replace(service_request, variables={**payload.variables, AFTER: last_event_id})

        async def authorize() -> Viewer | None:
            return (await self.authenticate(request)).viewer

        return event_stream(self.service, self.live, service_request, authorize)

    async def _service_request(
        self, payload: GraphQLRequest, request: HttpRequest, protect: Callable[[], None] | None = None
    ) -> Request:
        """Return the request for the service, with the budget that pays for it. Raises RequestError or a GraphError."""
        authentication = await self.authenticate(request)
        service_request = self.create_request(
            request, authentication, self.documents.text(payload), payload.variables, payload.operation
        )
        # only mutations are protected, and a copy takes time
        return replace(service_request, protect=protect) if MUTATION in service_request.query else service_request

    async def authenticate(self, request: HttpRequest) -> Authentication:
        """Return the viewer of an HTTP request, or the reason why its token is refused. Raises a GraphError."""
        if self.authenticator is None:
            return Authentication(None)
        return await self.authenticator.authenticate_request(request)

    def create_request(
        self,
        request: HTTPConnection,
        authentication: Authentication,
        query: str,
        variables: Mapping[str, Any],
        operation: str | None = None,
    ) -> Request:
        """Return the request for the service that an HTTP request or a WebSocket causes; its client pays for it.

        Only a POST may change the graph.
        """
        viewer, token_error = authentication
        return Request(
            query,
            variables,
            operation,
            viewer=viewer,
            client=viewer.personal_user_id or client_address(request) if viewer else client_address(request),
            token_error=token_error,
            safe=request.scope.get("method") != "POST",
            spend=client_budget(self.rate_limiter, request),
        )


def _json(media_type: str) -> str:
    return JSON if media_type in {NDJSON, EVENT_STREAM} else media_type


DELAY_S = 0.1
"""Seconds until a request is watched; most requests end earlier, and cost nothing."""


class DisconnectWatcher:
    """Cancels the task that answers a request when its client disconnects; the block then raises ClientDisconnect.

    Args:
        request: the HTTP request; its body must have been read.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._answering: asyncio.Task[object] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._is_protected = False
        self._is_cancelled = False

    def protect(self) -> None:
        """Continue the request if the client disconnects, because it changes the graph."""
        self._is_protected = True

    async def __aenter__(self) -> Self:
        self._answering = asyncio.current_task()
        self._timer = asyncio.get_running_loop().call_later(DELAY_S, self._start)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        if self._watching is not None:
            self._watching.cancel()
        if (
            kind is asyncio.CancelledError
            and self._is_cancelled
            and self._answering is not None
            and not self._answering.uncancel()
        ):
            raise ClientDisconnect from None

    def _start(self) -> None:
        self._watching = asyncio.get_running_loop().create_task(self._cancel_on_disconnect())

    async def _cancel_on_disconnect(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass
        if self._answering is not None and not self._is_protected:
            self._is_cancelled = True
            self._answering.cancel()
