"""Users and access tokens: their life cycle, their storage, and authentication."""

import time
from collections.abc import AsyncGenerator, Callable

import pytest

from accounts import authentication, tokens, users
from accounts.authentication import TokenAuthenticator
from accounts.errors import AccountError
from accounts.roles import Role, Scope
from accounts.timestamps import utc_text
from cypher.driver.address import Address
from cypher.driver.client import Graph

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module")
async def graph(address: Address) -> AsyncGenerator[Graph]:
    """Yield an open graph without accounts, whatever else it holds."""
    async with Graph(address) as opened:
        await opened.administer("MATCH (n:User|AccessToken) DETACH DELETE n")
        yield opened
        await opened.administer("MATCH (n:User|AccessToken) DETACH DELETE n")


@pytest.mark.parametrize("name", ["", "Ada", "a b", "-ada", "a" * 40, "ada\n", "ádà", "a\u202eda", "ada:x", "\x00"])
async def test_invalid_user_name_is_refused(graph: Graph, name: str) -> None:
    """A name with other characters than those allowed, or of another length, is refused with the expected form."""
    with pytest.raises(AccountError, match=r"not a valid user name\. Expected 1 to 39"):
        await users.create_user(graph, name, Role.MEMBER)


async def test_user_is_created_once(graph: Graph) -> None:
    """A second user of the same name is refused, and the first one keeps its role."""
    user_id = await users.create_user(graph, "ada", Role.CURATOR)
    with pytest.raises(AccountError, match="exists already"):
        await users.create_user(graph, "ada", Role.READER)
    [row] = [row for row in await users.list_users(graph) if row.name == "ada"]
    assert (row.id, row.role, row.disabled_at, row.tokens) == (user_id, "curator", None, 0)
    await users.set_role(graph, "ada", Role.ADMIN)
    assert [row.role for row in await users.list_users(graph) if row.name == "ada"] == ["admin"]


async def test_token_is_stored_as_hash_only(graph: Graph) -> None:
    """The secret appears in no property of the graph and in no representation of the new token."""
    await users.create_user(graph, "eve", Role.MEMBER)
    new = await tokens.create_token(graph, "eve", [Scope.ACT], days=1, label="laptop")
    secret = new.secret.get_secret_value()
    assert secret not in repr(new)
    stored = await graph.read("MATCH (n:User|AccessToken) RETURN properties(n)")
    assert secret not in str(stored.rows)
    [row] = await tokens.list_tokens(graph, "eve")
    assert (row.id, row.label, row.scopes, row.revoked_at) == (new.id, "laptop", ["act"], None)


async def test_valid_token_authenticates_its_user(graph: Graph) -> None:
    """A valid token gives the user with role and scopes; unknown and malformed tokens give a reason."""
    user_id = await users.create_user(graph, "mia", Role.MEMBER)
    new = await tokens.create_token(graph, "mia", [Scope.READ])
    authenticator = TokenAuthenticator(graph)
    viewer, token_error = await authenticator.authenticate(new.secret.get_secret_value())
    assert viewer is not None
    assert (viewer.name, viewer.role, viewer.user_id, viewer.scopes, token_error) == (
        "mia", Role.MEMBER, user_id, frozenset([Scope.READ]), ""
    )  # fmt: skip
    for wrong in ("", "x" * 100_000, "byline_" + "A" * 43, new.secret.get_secret_value() + "\n", "byline_\u202e"):
        assert await authenticator.authenticate(wrong) == (None, authentication.NOT_FOUND)


async def _revoke(graph: Graph, token_id: str) -> None:
    await tokens.revoke_token(graph, token_id)


async def _revoke_all(graph: Graph, _: str) -> None:
    assert await tokens.revoke_all_tokens(graph, "lea") >= 1


async def _disable(graph: Graph, _: str) -> None:
    await users.set_disabled(graph, "lea", disabled=True)


async def _expire(graph: Graph, token_id: str) -> None:
    await graph.administer(
        "MATCH (t:AccessToken {id: $id}) SET t.expiresAt = $now", {"id": token_id, "now": utc_text()}
    )


@pytest.mark.parametrize(
    ("end", "reason"),
    [(_revoke, "was revoked at"), (_revoke_all, "was revoked at"), (_disable, "is disabled"), (_expire, "expired at")],
)
async def test_ended_token_is_refused(graph: Graph, end: Callable[..., object], reason: str) -> None:
    """A revoked or expired token, and a token of a disabled user, is refused with the reason."""
    if not [row for row in await users.list_users(graph) if row.name == "lea"]:
        await users.create_user(graph, "lea", Role.MEMBER)
    await users.set_disabled(graph, "lea", disabled=False)
    new = await tokens.create_token(graph, "lea")
    await end(graph, new.id)  # pyright: ignore[reportGeneralTypeIssues] each is a coroutine function
    viewer, token_error = await TokenAuthenticator(graph).authenticate(new.secret.get_secret_value())
    assert viewer is None
    assert reason in token_error


async def test_cached_answer_ends_after_thirty_seconds(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """A revoked token is accepted from the cache for 30 seconds, and then refused."""
    await users.create_user(graph, "kim", Role.MEMBER)
    new = await tokens.create_token(graph, "kim")
    secret, authenticator = new.secret.get_secret_value(), TokenAuthenticator(graph)
    assert (await authenticator.authenticate(secret)).viewer is not None
    await tokens.revoke_token(graph, new.id)
    assert (await authenticator.authenticate(secret)).viewer is not None
    later = time.monotonic() + authentication.CACHE_S
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert (await authenticator.authenticate(secret)).viewer is None


async def test_cache_is_bounded(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache drops the least recently used answer."""
    monkeypatch.setattr(authentication, "CACHE_SIZE", 2)
    await users.create_user(graph, "bob", Role.MEMBER)
    authenticator = TokenAuthenticator(graph)
    for _ in range(3):
        new = await tokens.create_token(graph, "bob")
        assert (await authenticator.authenticate(new.secret.get_secret_value())).viewer is not None
    assert len(authenticator._cache) == 2  # pyright: ignore[reportPrivateUsage]


async def test_number_of_tokens_is_limited(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user has a limited number of valid tokens; revoking one makes room."""
    monkeypatch.setattr(tokens, "MAX_TOKENS", 1)
    await users.create_user(graph, "joe", Role.MEMBER)
    first = await tokens.create_token(graph, "joe")
    with pytest.raises(AccountError, match="the maximum"):
        await tokens.create_token(graph, "joe")
    await tokens.revoke_token(graph, first.id)
    await tokens.create_token(graph, "joe")


async def test_invalid_token_options_are_refused(graph: Graph) -> None:
    """An unknown user, no scope, an impossible period, an unprintable label and a wrong ID are refused with advice."""
    await users.create_user(graph, "ivy", Role.MEMBER)
    for attempt, message in (
        (tokens.create_token(graph, "nobody"), "There is no user nobody"),
        (tokens.create_token(graph, "ivy", []), "no scope. Expected one or more of read, act, curate"),
        (tokens.create_token(graph, "ivy", days=0), "Expected 1 to 366 days"),
        (tokens.create_token(graph, "ivy", label="a\u202eb"), "printable characters"),
        (tokens.list_tokens(graph, "nobody"), "There is no user nobody"),
        (tokens.revoke_all_tokens(graph, "nobody"), "There is no user nobody"),
        (tokens.revoke_token(graph, "k_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"), "There is no token"),
        (tokens.revoke_token(graph, "\u202e" * 1000), "There is no token"),
        (users.set_role(graph, "nobody", Role.ADMIN), "There is no user nobody"),
        (users.set_disabled(graph, "nobody", disabled=True), "There is no user nobody"),
    ):
        with pytest.raises(AccountError, match=message):
            await attempt
