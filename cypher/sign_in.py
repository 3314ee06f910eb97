"""Signing in: the password is sent to the server that it is meant for, and to no other."""

from collections.abc import Callable

import neo4j
from neo4j.auth_management import AsyncAuthManager
from neo4j.exceptions import Neo4jError

from cypher.errors import GraphUnavailableError


class Guarded(AsyncAuthManager):
    """Gives a user and password only while `still` says that the server is the one that is meant.

    The driver asks for them when a connection stands, so a server that ran before and after it was made is the one at
    its other end: who takes the port of a server that has ended hears no password.
    """

    def __init__(self, username: str, password: str, still: Callable[[], bool]) -> None:
        self._auth = neo4j.basic_auth(username, password)
        self._still = still

    async def get_auth(self) -> neo4j.Auth:
        """Give the user and password. Raises GraphUnavailableError where the server has ended."""
        if not self._still():
            raise GraphUnavailableError("Neo4j has ended.")
        return self._auth

    async def handle_security_exception(self, auth: object, error: Neo4jError) -> bool:  # noqa: ARG002 the driver's form
        """Leave an error as it is: another user or password is not to be had."""
        return False
