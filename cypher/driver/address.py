"""Address and credentials of a Neo4j server."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import neo4j
from neo4j.auth_management import AsyncAuthManager, AsyncAuthManagers
from neo4j.exceptions import Neo4jError

from cypher.driver.errors import GraphUnavailableError

SCHEMES = re.compile(r"^(bolt|neo4j)(\+s|\+ssc)?://.")


class HostBoundAuth(AsyncAuthManager):
    """Provides credentials only while `is_running` confirms that the intended server process is running.

    The driver requests the credentials after it has connected, so a server process that runs at that time is the one at
    the other end. A program that takes over the port of a stopped server never receives the password.
    """

    def __init__(self, username: str, password: str, is_running: Callable[[], bool]) -> None:
        self._auth = neo4j.basic_auth(username, password)
        self._is_running = is_running

    async def get_auth(self) -> neo4j.Auth:
        """Return the credentials. Raises GraphUnavailableError if the server has stopped."""
        if not self._is_running():
            raise GraphUnavailableError("Neo4j has stopped.")
        return self._auth

    async def handle_security_exception(self, auth: object, error: Neo4jError) -> bool:  # noqa: ARG002 signature of the driver
        """Return False: there are no other credentials to try."""
        return False


@dataclass(frozen=True, slots=True)
class Address:
    """Address and credentials of a Neo4j; `uri` has the scheme bolt or neo4j, optionally with +s or +ssc."""

    uri: str
    username: str
    password: str
    database: str = "neo4j"
    is_running: Callable[[], bool] | None = None
    """Returns True while the intended server process is running; called before each sign-in."""

    @property
    def auth(self) -> AsyncAuthManager:
        """Provider of the credentials."""
        if self.is_running is None:
            return AsyncAuthManagers.static(neo4j.basic_auth(self.username, self.password))
        return HostBoundAuth(self.username, self.password, self.is_running)
