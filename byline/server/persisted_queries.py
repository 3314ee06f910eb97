"""Automatic persisted queries of Apollo: a client sends the SHA-256 of a document it has sent before.

The protocol is described at https://www.apollographql.com/docs/apollo-server/performance/apq. Clients recognize the
two errors by their exact messages.
"""

from collections import OrderedDict
from dataclasses import dataclass, field

from resolvers.errors import Code, RequestError

MAX_LENGTH = 16_384
"""Maximum length in characters of a document that is kept; clients send longer ones in full each time."""


@dataclass(slots=True)
class PersistedQueries:
    """The most recently used documents by their SHA-256, at most `limit`. With a limit of 0, there are none."""

    limit: int = 0
    _texts: OrderedDict[str, str] = field(default_factory=OrderedDict[str, str])

    def find(self, digest: str) -> str:
        """Return the document with a SHA-256. Raises RequestError if the server does not have it."""
        if not self.limit:
            raise RequestError(Code.PERSISTED_QUERY_NOT_SUPPORTED, "PersistedQueryNotSupported")
        text = self._texts.get(digest)
        if text is None:
            raise RequestError(Code.PERSISTED_QUERY_NOT_FOUND, "PersistedQueryNotFound")
        self._texts.move_to_end(digest)
        return text

    def store(self, digest: str, text: str) -> None:
        """Keep a document; the least recently used one is removed if there are more than `limit`."""
        if not self.limit or len(text) > MAX_LENGTH:
            return
        self._texts[digest] = text
        self._texts.move_to_end(digest)
        if len(self._texts) > self.limit:
            self._texts.popitem(last=False)
