"""Erase accounts, and keep a list of erased accounts outside the graph.

A restored dump contains accounts that were erased after the dump. The list has a hash of each erased account, by which
`replay_erasures` finds and erases them again.
"""

import errno
import os
import re
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from anyio import to_thread

from accounts.audit import ActorKind, Change, write_query
from accounts.errors import AccountError
from accounts.timestamps import utc_text
from cypher.driver.client import Graph, Statement
from cypher.queries import accounts

BATCH = 1_000
"""Maximum number of objects of each type that a transaction erases."""
ERASED_NAME = "erased"
"""Name of erased curators in decisions."""
HASH = re.compile(r"[0-9a-f]{64}")
MAX_LINE = 100
"""Maximum length of a line of an erasure list, in characters."""
RESTORE_HINT = (
    "Restore the file from a backup, or correct it: accounts that are not in the list come back when an older dump is "
    "restored."
)


def account_hash(user_id: str) -> str:
    """Return the hash of an account in erasure lists. The ID has 80 random bits, so the hash reveals nothing."""
    return sha256(f"byline account {user_id}".encode()).hexdigest()


class ErasureList(NamedTuple):
    """A file with the hash of each erased account, one a line.

    Attributes:
        path: the file, which need not exist.
    """

    path: Path

    def add(self, user_id: str) -> None:
        """Append an account that is not in the file, and wait until the file is on disk.

        Raises AccountError if that fails.
        """
        if self.path.is_file() and account_hash(user_id) in self.read_hashes():
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                _append_line(descriptor, account_hash(user_id))
            finally:
                os.close(descriptor)
        except OSError as error:
            raise AccountError(
                f"Cannot write the erasure list {self.path}: {error.strerror}. Nothing was erased. Make the file "
                "writable, or set BYLINE_ERASURE_LIST to another file."
            ) from None

    def read_hashes(self) -> frozenset[str]:
        """Return the hashes; empty without a file. Raises AccountError if the file is invalid."""
        try:
            with self.path.open(encoding="utf-8") as lines:
                hashes = frozenset(line.strip() for line in lines if line.strip())
        except FileNotFoundError:
            return frozenset()
        except (OSError, UnicodeDecodeError) as error:
            raise AccountError(f"Cannot read the erasure list {self.path}: {error}. {RESTORE_HINT}") from None
        for line in hashes:
            if not HASH.fullmatch(line):
                raise AccountError(
                    f"{self.path} is not an erasure list: {line[:MAX_LINE]!r} is not a SHA-256. Expected 64 "
                    f"hexadecimal digits on each line. {RESTORE_HINT}"
                )
        return hashes


def _append_line(descriptor: int, line: str) -> None:
    """Append a line to an open file, and wait until it is on disk. On failure, nothing is appended. Raises OSError."""
    size = os.fstat(descriptor).st_size
    ends_line = not size or os.pread(descriptor, 1, size - 1) == b"\n"  # an editor may have removed the line's end
    content = f"{'' if ends_line else chr(10)}{line}\n".encode()
    try:
        written = os.write(descriptor, content)
        os.fsync(descriptor)
    except OSError:
        os.ftruncate(descriptor, size)
        raise
    if written < len(content):
        os.ftruncate(descriptor, size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


async def erase_account(
    graph: Graph, user_id: str, erasures: ErasureList | None, actor: ActorKind = ActorKind.OPERATOR
) -> bool:
    """Erase an account with everything that its user did, and return True if it existed.

    The records of a claimed profile remain until `remove_ended` of `loaders/curation/profiles.py` removes them.

    Args:
        graph: the graph.
        user_id: ID of the account.
        erasures: list to which the account is added first, unless it is on a list already.
        actor: kind of the actor for the audit log.

    Raises:
        AccountError: the erasure list cannot be written; nothing was erased.
        GraphError: the graph cannot be written. Erase the account again to finish.
    """
    if erasures is not None:
        await to_thread.run_sync(erasures.add, user_id)
    name, remains = "", True
    while remains:
        rows = await write_query(
            graph,
            accounts.ERASE_ACCOUNT,
            {"id": user_id, "most": BATCH, "now": utc_text()},
            lambda row: None if row.remains else Change("eraseAccount", actor=actor),
        )
        if not rows:
            break
        name, remains = rows[0].name, rows[0].remains
    if name:
        parameters = {"name": f'"by":"{name}"', "replacement": f'"by":"{ERASED_NAME}"'}
        await graph.write(Statement.grouped(accounts.ANONYMIZE_DECISIONS.name, parameters))
    return bool(name)


async def replay_erasures(graph: Graph, hashes: Collection[str]) -> int:
    """Erase the accounts of an erasure list that the graph contains, and return their number. Raises a GraphError."""
    if not hashes:
        return 0
    erased = 0
    for row in await graph.fetch(accounts.USER_IDS):
        if account_hash(row.id) in hashes:
            erased += await erase_account(graph, row.id, None)
    return erased
