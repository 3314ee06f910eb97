"""GraphQL requests of the reconciliation service."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from byline.server.responses import mask_internal_error
from resolvers.errors import Code, RequestError
from resolvers.execute import Request, Service


@dataclass(frozen=True, slots=True)
class GraphQLClient:
    """Runs requests on the service, charged to the budget of the client if there is one."""

    service: Service
    spend: Callable[[int], None] | None = None

    async def data(self, query: str, variables: Mapping[str, object]) -> dict[str, Any]:
        """Return the data of a response. Raises RequestError with the code and message of an error."""
        reply = mask_internal_error(await self.service.answer(Request(query, variables, spend=self.spend)))
        if reply.errors or reply.data is None:
            message = " ".join(str(error["message"]) for error in reply.errors)
            raise RequestError(reply.code or Code.INTERNAL, message, wait_s=reply.wait_s)
        return reply.data
