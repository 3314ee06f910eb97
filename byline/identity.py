"""What stands behind the mutations: the decisions of the loaders, told in the schema's words; and who may decide."""

import hmac
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import SecretStr
from strawberry import ID

from cypher.run import Graph
from resolvers.errors import Code, RequestError
from schema.decision import Decision, Verdict

if TYPE_CHECKING:
    from loaders.parts import Anchor
    from loaders.record import DecisionRecord

BUSY_S = 30
"""Seconds after which a client may try again while somebody else writes."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """Makes decisions over a graph. The loaders are read when the first is made: most who serve never make one."""

    graph: Graph

    async def merge(self, one: str, other: str, by: str, why: str) -> Decision:
        """Join what two ids name. Raises RequestError, or a GraphError."""
        from loaders.curation.decide import Curator, merge  # noqa: PLC0415 as above

        return await _told(lambda: merge(self.graph, one, other, Curator(by, why)))

    async def split(self, identifier: str, records: list[str], by: str, why: str) -> Decision:
        """Part some records from what an id names. Raises RequestError, or a GraphError."""
        from loaders.curation.decide import Curator, split  # noqa: PLC0415 as above

        return await _told(lambda: split(self.graph, identifier, records, Curator(by, why)))

    async def undo(self, decision: str, by: str, why: str) -> Decision:
        """Take a decision back. Raises RequestError, or a GraphError."""
        from loaders.curation.decide import Curator, undo  # noqa: PLC0415 as above

        return await _told(lambda: undo(self.graph, decision, Curator(by, why)))


async def _told(work: Callable[[], Awaitable["DecisionRecord"]]) -> Decision:
    from loaders.curation.subject import CurationError  # noqa: PLC0415 as above
    from loaders.lease import BusyError  # noqa: PLC0415 as above

    try:
        made = await work()
    except CurationError as error:
        raise RequestError(Code.BAD_USER_INPUT, str(error)) from None
    except BusyError as error:
        raise RequestError(Code.BUSY, str(error), wait_s=BUSY_S) from None
    return Decision(
        id=ID(made.key),
        verdict=Verdict(made.verdict),
        about=made.about,
        was=[ID(one) for one in made.was],
        one=_named(made.one),
        other=_named(made.other),
        by=made.by,
        at=made.at,
        why=made.why,
        undone_by=made.undone and made.undone.by,
        undone_at=made.undone and made.undone.at,
    )


def _named(anchors: Sequence["Anchor"]) -> list[str]:
    return list(dict.fromkeys(one.id or f"{one.source}:{one.key}" for one in anchors))


def signed_in(header: str | None, curators: Mapping[str, SecretStr]) -> str | None:
    """Return the curator whose token an Authorization header bears; None where it bears nobody's."""
    scheme, _, token = (header or "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        return None
    found = None
    for name, known in curators.items():  # all of them, so that time does not tell how far one was right
        if hmac.compare_digest(known.get_secret_value().encode(), token.strip().encode()):
            found = name
    return found
