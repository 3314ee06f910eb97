"""`byline user`: manage accounts: users, their roles and access tokens."""

from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TypeVar

import orjson
import typer
from rich.table import Table

from accounts import audit, tokens, users
from accounts.archive import stream_archive
from accounts.erasure import ErasureList, erase_account
from accounts.errors import AccountError
from accounts.roles import DEFAULT_SCOPES, Role, Scope
from byline.cli.erasures import erase_listed_accounts
from byline.cli.output_file import open_output
from byline.cli.params import parse_path
from byline.cli.runtime import fail, out, print_status, run_with_graph
from byline.settings import load_settings
from cypher.driver.client import Graph
from cypher.queries.accounts import AuditRow, TokenRow, UserRow
from loaders.curation.profiles import remove_ended

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Manage accounts: add, list and disable users, create and revoke access tokens.",
    epilog="Example: byline user add ada --role curator",
)

T = TypeVar("T")
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the user.")]
RoleOption = Annotated[Role, typer.Option("--role", help="Role; each includes the rights of the roles before it.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@app.command("add", epilog="Example: byline user add ada --role curator")
def add_command(name: Name, role: RoleOption = Role.MEMBER) -> None:
    """Add a user. The user has no access until you create a token: byline user token NAME."""
    _run(lambda graph: users.create_user(graph, name, role))
    print_status(f"Added the user {name} with the role {role}. Create an access token: byline user token {name}")


@app.command("list", epilog="Example: byline user list --json")
def list_command(*, as_json: Json = False) -> None:
    """List the users with role, number of access tokens and follows."""
    rows = _run(users.list_users)
    if as_json:
        _print_json(rows)
        return
    table = Table("name", "role", "created", "disabled", "tokens", "follows", box=None)
    for row in rows:
        table.add_row(row.name, row.role, row.created_at, row.disabled_at or "", str(row.tokens), str(row.follows))
    out.print(table if rows else "There are no users. Add one: byline user add NAME")


@app.command("role", epilog="Example: byline user role ada admin")
def role_command(
    name: Name, role: Annotated[Role, typer.Argument(metavar="ROLE", help="reader, member, curator or admin.")]
) -> None:
    """Change the role of a user. Running servers apply it within 30 seconds."""
    _run(lambda graph: users.set_role(graph, name, role))
    print_status(f"The user {name} has the role {role}.")


@app.command("orcid", epilog="Example: byline user orcid ada 0000-0002-1825-0097")
def orcid_command(
    name: Name,
    orcid: Annotated[
        str | None, typer.Argument(metavar="ORCID", help="Verified ORCID iD. Default: remove it.", show_default=False)
    ] = None,
) -> None:
    """Set the ORCID iD of a user after you verified it, or remove it. The user can claim the profile with this iD."""
    _run(lambda graph: users.set_orcid(graph, name, orcid))
    print_status(
        f"The user {name} has {'no' if orcid is None else 'the'} ORCID iD{'' if orcid is None else f' {orcid}'}."
    )


@app.command("disable", epilog="Example: byline user disable ada")
def disable_command(name: Name) -> None:
    """Disable a user: running servers refuse the user's tokens within 30 seconds. The user's follows remain."""
    _run(lambda graph: users.set_disabled(graph, name, disabled=True))
    print_status(f"The user {name} is disabled. To enable the account again, run: byline user enable {name}")


@app.command("enable", epilog="Example: byline user enable ada")
def enable_command(name: Name) -> None:
    """Enable a disabled user. Tokens that are neither expired nor revoked are valid again."""
    _run(lambda graph: users.set_disabled(graph, name, disabled=False))
    print_status(f"The user {name} is enabled.")


@app.command("token", epilog="Example: byline user token ada --scope read --scope act --days 30 --label laptop")
def token_command(
    name: Name,
    scope: Annotated[
        list[Scope] | None,
        typer.Option("--scope", help="Scope; repeatable. Default: read, act and curate.", show_default=False),
    ] = None,
    days: Annotated[
        int, typer.Option("--days", min=1, max=tokens.MAX_DAYS, help="Days until the token expires.")
    ] = tokens.DEFAULT_DAYS,
    label: Annotated[str, typer.Option("--label", help="Purpose of the token, shown in lists.")] = "",
) -> None:
    """Create an access token and print it once. Clients send it as: Authorization: Bearer TOKEN."""
    new = _run(lambda graph: tokens.create_token(graph, name, scope or DEFAULT_SCOPES, days, label))
    print_status(f"Access token {new.id} of {name}, valid until {new.expires_at}. It is not shown again.")
    typer.echo(new.secret.get_secret_value())


@app.command("tokens", epilog="Example: byline user tokens ada")
def tokens_command(name: Name, *, as_json: Json = False) -> None:
    """List the access tokens of a user, newest first."""
    rows = _run(lambda graph: tokens.list_tokens(graph, name))
    if as_json:
        _print_json(rows)
        return
    table = Table("id", "label", "scopes", "created", "expires", "revoked", box=None)
    for row in rows:
        table.add_row(row.id, row.label, ", ".join(row.scopes), row.created_at, row.expires_at, row.revoked_at or "")
    out.print(table if rows else f"The user {name} has no tokens. Create one: byline user token {name}")


@app.command("revoke", epilog="Example: byline user revoke k_01J9ZX5T3NQ4W8E6R7Y2K0M1AB")
def revoke_command(
    token_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="ID of the token, as printed by `byline user tokens`.")
    ] = None,
    all_of: Annotated[
        str | None, typer.Option("--all-of", metavar="NAME", help="Revoke all tokens of this user instead.")
    ] = None,
) -> None:
    """Revoke an access token, or all tokens of a user. Running servers refuse it within 30 seconds."""
    if all_of is not None and token_id is None:
        count = _run(lambda graph: tokens.revoke_all_tokens(graph, all_of))
        print_status(f"Revoked {count} tokens of {all_of}.")
    elif token_id is not None and all_of is None:
        _run(lambda graph: tokens.revoke_token(graph, token_id))
        print_status(f"Revoked {token_id}.")
    else:
        raise fail("Give either the ID of a token, or --all-of NAME.", code=2)


@app.command("erase", epilog="Example: byline user erase ada --yes")
def erase_command(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Name of the user.")] = None,
    list_file: Annotated[
        Path | None,
        typer.Option("--replay", metavar="FILE", parser=parse_path, help="Erase the accounts of this list instead."),
    ] = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Erase without confirmation.")] = False,
) -> None:
    """Erase an account with its tokens, acts, collections, comments, reviews, claims and profile; it cannot be undone.

    The list of erased accounts (BYLINE_ERASURE_LIST) gets a hash of the account, so that Byline erases it again after
    the restore of an older dump. With --replay FILE, erase the accounts of a list in the graph.
    """
    if (name is None) == (list_file is None):
        raise fail("Give either the name of a user, or --replay FILE.", code=2)
    if list_file is not None:
        if not list_file.is_file():
            raise fail(f"File not found: {list_file}. Give a list of erased accounts.")
        if not _run(lambda graph: erase_listed_accounts(graph, ErasureList(list_file))):
            print_status(f"The graph has no account of {list_file}.")
    elif name is not None:
        user = _run(lambda graph: users.find_user(graph, name))
        if not yes and not typer.confirm(f"Erase the account {name} and everything that the user did, permanently?"):
            raise fail("The erasure was canceled; nothing was erased.")
        erasures = load_settings().erasures()
        _run(lambda graph: _erase(graph, user.user_id or "", erasures))
        print_status(f"Erased the account {name}. {erasures.path} has a hash of it.")


async def _erase(graph: Graph, user_id: str, erasures: ErasureList) -> None:
    await erase_account(graph, user_id, erasures)
    await remove_ended(graph)


@app.command("export", epilog="Example: byline user export ada --to ada.zip")
def export_command(
    name: Name,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", parser=parse_path, help="ZIP file to write.")],
) -> None:
    """Write everything that the graph has about a user to a ZIP file with JSON Lines."""

    async def write(graph: Graph) -> None:
        user = await users.find_user(graph, name)
        with open_output(to) as output:
            async for chunk in stream_archive(graph, user.user_id or ""):
                output.write([chunk])

    _run(write)
    print_status(f"Wrote the data of {name} to {to}.")


@app.command("log", epilog="Example: byline user log ada --action changeRole --since 2026-11-01")
def log_command(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Changes by this user. Default: by everybody.")
    ] = None,
    action: Annotated[
        str | None, typer.Option("--action", help="Changes of this kind, such as addComment.", show_default=False)
    ] = None,
    since: Annotated[
        datetime | None,
        typer.Option("--since", formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M:%SZ"], help="Earliest time in UTC."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="Maximum number of changes.")] = 100,
    *,
    as_json: Json = False,
) -> None:
    """List changes by users, curators and the operator, newest first."""
    where = audit.AuditFilter(name, action, since and since.replace(tzinfo=UTC))
    rows = _run(lambda graph: audit.read_log(graph, where, None, limit))
    if as_json:
        _print_json(rows)
        return
    table = Table("time", "actor", "action", "object", "before", "after", "reason", box=None)
    for row in rows:
        values = (row.object, row.before, row.after, row.reason)
        table.add_row(row.created_at, row.name or f"({row.actor_kind})", row.action, *(value or "" for value in values))
    out.print(table if rows else "The audit log has no such change.")


def _run(work: Callable[[Graph], Awaitable[T]]) -> T:
    """Run an operation on the graph. Raises typer.Exit with its message if it is not possible."""

    async def checked(graph: Graph) -> T:
        try:
            return await work(graph)
        except AccountError as error:
            raise fail(str(error)) from None

    return run_with_graph(checked, migrated=True)


def _print_json(rows: Iterable[UserRow | TokenRow | AuditRow]) -> None:
    for row in rows:
        typer.echo(orjson.dumps(row._asdict()))
