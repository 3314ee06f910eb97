"""Questions to GraphQL, as the reconciliation service asks them: one request each, refusals passed on."""

from collections.abc import Mapping
from typing import Any

import structlog

from resolvers.errors import Code, RequestError
from resolvers.execute import Request, Service

log = structlog.get_logger()


async def asked(service: Service, query: str, variables: Mapping[str, object]) -> dict[str, Any]:
    """Return the data of an answer. Raises RequestError with the code and words of a refusal."""
    reply = await service.answer(Request(query, variables))
    if reply.errors or reply.data is None:
        told = [str(error["message"]) for error in reply.errors]
        if reply.code is Code.UNAVAILABLE:  # where the graph is and how it fails is the operator's to know
            log.warning("unavailable", why=told)
            raise RequestError(reply.code, reply.code.advice)
        raise RequestError(reply.code or Code.INTERNAL, " ".join(told))
    return reply.data
