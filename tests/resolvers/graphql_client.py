"""A client for tests that runs queries."""

from resolvers.execute import Request, Service
from resolvers.reply import Reply


class Asker:
    """Runs queries and requires answers without errors."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def __call__(self, query: str, **variables: object) -> dict[str, object]:
        """Return the data of an answer. Fails if the answer has errors."""
        reply = await self.reply(query, **variables)
        assert not reply.errors, reply.errors
        assert reply.data is not None
        return reply.data

    async def reply(self, query: str, **variables: object) -> Reply:
        """Return the whole reply."""
        return await self.service.answer(Request(query, variables))
