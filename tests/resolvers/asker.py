"""What tests ask questions with."""

from resolvers.execute import Request, Service
from resolvers.reply import Reply


class Asker:
    """Asks questions and expects answers without errors."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def __call__(self, query: str, **variables: object) -> dict[str, object]:
        """Return the data of an answer that must have no errors."""
        reply = await self.reply(query, **variables)
        assert not reply.errors, reply.errors
        assert reply.data is not None
        return reply.data

    async def reply(self, query: str, **variables: object) -> Reply:
        """Return the whole reply."""
        return await self.service.answer(Request(query, variables))
