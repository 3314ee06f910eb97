"""How to reach a managed server."""

from dataclasses import dataclass

from byline.neo4j_server import config, state
from byline.neo4j_server.home import Folder


@dataclass(frozen=True)
class Connection:
    """How to reach the server; `http` is the address of Neo4j Browser when HTTP is on."""

    uri: str
    username: str
    password: str
    database: str = "neo4j"
    http: str | None = None


def connection(folder: Folder, found: state.State) -> Connection:
    """Give the address of a recorded server, with the folder's password."""
    return address(found.bolt, found.http, folder.read_password())


def address(bolt: int, http: int | None, password: str) -> Connection:
    """Put an address together; the Browser's names whom to sign in as, and where.

    It names no database: the Browser looks for it before it has read which there are, and says that there is none.
    """
    uri = f"bolt://{config.HOST}:{bolt}"
    page = f"http://{config.HOST}:{http}/browser/?dbms=bolt://neo4j@{config.HOST}:{bolt}" if http else None
    return Connection(uri, "neo4j", password, "neo4j", page)
