"""The archive of an account: a ZIP with everything that the graph has about a user, written as a stream."""

from collections.abc import AsyncGenerator
from zipfile import ZIP_DEFLATED, ZipFile

import orjson

from cypher.catalog import statement
from cypher.driver.client import Graph

PARTS = {
    "account": "the account, the issuers of its sign-ins, the claimed researcher, and the blocked users",
    "tokens": "access tokens and sessions, without their secrets",
    "acts": "follows, reactions and saved papers",
    "collections": "collections with papers and notes",
    "comments": "comments with earlier versions, also deleted and hidden ones",
    "reviews": "reviews with earlier versions, anonymous and private ones too, and replies to reviews",
    "claims": "claims of profiles",
    "invitations": "sent and received invitations, with the user's own messages",
    "profile": "statements about the claimed researcher, each as JSON in a text",
    "notifications": "notifications of what others did",
    "reports": "reports about content of other users",
    "changes": "entries of the audit log about the user; those of anonymous reviews name no user and are left out",
}
"""Content of each file of the archive, by its name and that of its query."""
ROWS = 20
"""Number of rows in memory. A row has at most 100 versions of a text of 10,000 characters, or 1,000 notes."""
TIMEOUT_S = 600.0
README = """This archive has the data of a user of Byline.

Each file has one JSON object per line. Times are in UTC.

"""


class _Buffer:
    """A stream without positions that keeps written bytes until they are taken."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []

    def write(self, chunk: bytes) -> int:
        """Keep a copy of the bytes."""
        self._chunks.append(bytes(chunk))
        return len(chunk)

    def flush(self) -> None:
        """Do nothing: the bytes are in memory."""

    def close(self) -> None:
        """Do nothing: the reader takes the last bytes later."""

    def take(self) -> bytes:
        """Return the bytes since the last call."""
        chunk = b"".join(self._chunks)
        self._chunks.clear()
        return chunk


async def stream_archive(graph: Graph, user_id: str) -> AsyncGenerator[bytes]:
    """Yield the archive of a user. Memory is bounded by a few rows of a query. Raises a GraphError."""
    buffer = _Buffer()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        contents = "\n".join(f"{name}.jsonl: {content}." for name, content in PARTS.items())
        archive.writestr("README.txt", f"{README}{contents}\n")
        for name in PARTS:
            with archive.open(f"{name}.jsonl", "w") as file:
                query = statement("/".join(("accounts", f"archive_{name}"))).text
                async for rows in graph.stream(query, {"id": user_id}, size=ROWS, timeout_s=TIMEOUT_S):
                    for (item,) in rows:
                        file.write(orjson.dumps(item, option=orjson.OPT_APPEND_NEWLINE))
                    if chunk := buffer.take():
                        yield chunk
    yield buffer.take()
