"""GraphQL over WebSocket, by the protocol graphql-transport-ws: subscriptions, queries and mutations on one connection.

The protocol is described at https://github.com/graphql/graphql-over-http and in the documentation of graphql-ws.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, cast

import orjson
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from accounts.authentication import Authentication
from accounts.viewer import Viewer
from byline.server.authentication import Authenticator
from byline.server.graphql import Endpoint
from byline.server.request import request_from_json
from byline.server.request_metrics import SUBSCRIPTIONS
from byline.server.responses import mask_internal_error
from cypher.driver.errors import GraphError
from resolvers.errors import Code, RequestError
from resolvers.execute_subscription import execute_subscription
from resolvers.live_updates import LiveUpdates
from resolvers.reply import error_reply, failure_reply

PROTOCOL = "graphql-transport-ws"
INIT_TIMEOUT_S = 10.0
"""Seconds in which the client must send connection_init."""
MAX_OPERATIONS = 50
"""Maximum number of running operations on a connection."""
MAX_ID_LENGTH = 100
"""Maximum length of the ID of an operation."""


class CloseCode(IntEnum):
    """Codes with which the server ends a connection."""

    BAD_REQUEST = 4400
    UNAUTHORIZED = 4401
    FORBIDDEN = 4403
    SUBPROTOCOL_NOT_ACCEPTABLE = 4406
    INIT_TIMEOUT = 4408
    SUBSCRIBER_EXISTS = 4409
    TOO_MANY_INITS = 4429


class ProtocolError(Exception):
    """The client violates the protocol, so the server ends the connection."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def websocket_route(endpoint: Endpoint, live: LiveUpdates, authenticator: Authenticator) -> WebSocketRoute:
    """Return the route /graphql for WebSockets."""

    async def serve(socket: WebSocket) -> None:
        async def authenticate(authorization: str | None) -> Authentication:
            return await authenticator.authenticate_socket(socket, authorization)

        await WebSocketConnection(socket, endpoint, live, authenticate).serve()

    return WebSocketRoute("/graphql", serve)


@dataclass(slots=True)
class WebSocketConnection:
    """A connection of a client.

    Attributes:
        socket: the connection.
        endpoint: answers requests.
        live: live updates.
        authenticate: returns the viewer of an Authorization header of connection_init, or of the handshake.
    """

    socket: WebSocket
    endpoint: Endpoint
    live: LiveUpdates
    authenticate: Callable[[str | None], Awaitable[Authentication]]
    _authorization: str | None = None
    _operations: dict[str, "asyncio.Task[None]"] = field(default_factory=dict[str, "asyncio.Task[None]"])

    async def serve(self) -> None:
        """Serve the connection until the client or the server ends it."""
        if PROTOCOL not in self.socket.scope.get("subprotocols", ()):
            await self.socket.accept()
            await self.socket.close(CloseCode.SUBPROTOCOL_NOT_ACCEPTABLE, f"Use the subprotocol {PROTOCOL}.")
            return
        await self.socket.accept(PROTOCOL)
        try:
            await self._initialize()
            while True:
                await self._handle(await self._receive())
        except ProtocolError as error:
            await self.socket.close(error.code, str(error))
        except WebSocketDisconnect:
            pass
        finally:
            for task in self._operations.values():
                task.cancel()
            await asyncio.gather(*self._operations.values(), return_exceptions=True)

    async def _initialize(self) -> None:
        """Wait for connection_init, and authenticate the client. Raises ProtocolError."""
        try:
            message = await asyncio.wait_for(self._receive(), INIT_TIMEOUT_S)
        except TimeoutError:
            raise ProtocolError(CloseCode.INIT_TIMEOUT, "Connection initialisation timeout") from None
        if message["type"] != "connection_init":
            raise ProtocolError(CloseCode.UNAUTHORIZED, "Unauthorized: send connection_init first")
        payload = message.get("payload")
        if isinstance(payload, dict):
            members = {str(name).lower(): value for name, value in cast("dict[object, object]", payload).items()}
            header = members.get("authorization")
            self._authorization = header if isinstance(header, str) else None
        try:
            authentication = await self.authenticate(self._authorization)
        except GraphError as error:
            raise ProtocolError(CloseCode.FORBIDDEN, str(error)[:100]) from None
        if authentication.token_error:
            raise ProtocolError(CloseCode.FORBIDDEN, authentication.token_error[:100])
        await self._send({"type": "connection_ack"})

    async def _handle(self, message: Mapping[str, Any]) -> None:
        """Handle a message of the client. Raises ProtocolError."""
        match message:
            case {"type": "ping"}:
                payload = {"payload": message["payload"]} if "payload" in message else {}
                await self._send({"type": "pong", **payload})
            case {"type": "pong"}:
                pass
            case {"type": "subscribe", "id": str(id_), "payload": dict()} if 0 < len(id_) <= MAX_ID_LENGTH:
                await self._start(id_, message["payload"])
            case {"type": "complete", "id": str(id_)}:
                if task := self._operations.pop(id_, None):
                    task.cancel()
            case {"type": "connection_init"}:
                raise ProtocolError(CloseCode.TOO_MANY_INITS, "Too many initialisation requests")
            case _:
                raise ProtocolError(CloseCode.BAD_REQUEST, f"Invalid message of type {str(message['type'])[:50]!r}")

    async def _start(self, id_: str, payload: dict[str, Any]) -> None:
        if id_ in self._operations:
            raise ProtocolError(CloseCode.SUBSCRIBER_EXISTS, f"Subscriber for {id_[:50]} already exists")
        if len(self._operations) >= MAX_OPERATIONS:
            reply = error_reply(
                Code.TOO_MANY_REQUESTS, f"A connection can run {MAX_OPERATIONS} operations. Complete another one first."
            )
            await self._send({"type": "error", "id": id_, "payload": reply.errors})
            return
        task = asyncio.get_running_loop().create_task(self._run(id_, payload))
        self._operations[id_] = task

    async def _run(self, id_: str, payload: dict[str, Any]) -> None:
        """Run an operation, and send its replies. The last message is complete or error."""
        try:
            with SUBSCRIPTIONS.track_inprogress():
                await self._send_replies(id_, payload)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the connection ended meanwhile
        finally:
            if self._operations.get(id_) is asyncio.current_task():
                del self._operations[id_]

    async def _send_replies(self, id_: str, payload: dict[str, Any]) -> None:
        try:
            parsed = request_from_json(payload)
            authentication = await self.authenticate(self._authorization)
            query = self.endpoint.documents.text(parsed)
        except (RequestError, GraphError) as error:
            reply = mask_internal_error(failure_reply(error))
            await self._send({"type": "error", "id": id_, "payload": reply.errors})
            return
        request = self.endpoint.create_request(self.socket, authentication, query, parsed.variables, parsed.operation)
        # a page of another site cannot send a token, but its browser may send a cookie
        request = replace(request, safe=self._authorization is None)

        async def authorize() -> Viewer | None:
            return (await self.authenticate(self._authorization)).viewer

        replies = execute_subscription(self.endpoint.service, self.live, request, authorize)
        async with aclosing(replies):
            async for unmasked in replies:
                reply = mask_internal_error(unmasked)
                if not reply.ran:
                    await self._send({"type": "error", "id": id_, "payload": reply.errors})
                    return
                await self._send({"type": "next", "id": id_, "payload": reply.body()})
        await self._send({"type": "complete", "id": id_})

    async def _receive(self) -> dict[str, Any]:
        """Return the next message. Raises ProtocolError or WebSocketDisconnect."""
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000), event.get("reason"))
        text = event.get("text")
        try:
            message = orjson.loads(text) if text is not None else None
        except orjson.JSONDecodeError:
            message = None
        if not isinstance(message, dict) or not isinstance(cast("dict[str, Any]", message).get("type"), str):
            raise ProtocolError(CloseCode.BAD_REQUEST, "Invalid message: expected a JSON object with a type")
        return cast("dict[str, Any]", message)

    async def _send(self, message: Mapping[str, Any]) -> None:
        await self.socket.send_text(orjson.dumps(message).decode())
