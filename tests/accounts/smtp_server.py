"""A local SMTP server that keeps the mails it receives."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.message import Message
from typing import Any

from aiosmtpd.smtp import SMTP


class Inbox:
    """The mails that a server received, as aiosmtpd delivers them.

    Attributes:
        mails: each mail with its recipients.
        refuses: True to refuse all mails.
    """

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], Message]] = []
        self.refuses = False

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:  # noqa: ANN401, N802 the interface of aiosmtpd
        """Keep a mail, or refuse it."""
        if self.refuses:
            return "550 ada@example.org is refused"
        self.mails.append((list(envelope.rcpt_tos), message_from_bytes(envelope.content)))
        return "250 OK"

    def code(self) -> str:
        """Return the code in the latest mail."""
        text = str(self.mails[-1][1].get_payload())
        return next(line.removeprefix("Code: ") for line in text.splitlines() if line.startswith("Code: "))


@asynccontextmanager
async def smtp_server() -> AsyncGenerator[tuple[Inbox, int]]:
    """Run a server on a free port of this machine, and yield its inbox and port."""
    inbox = Inbox()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(inbox), "127.0.0.1", 0)
    async with server:
        yield inbox, int(server.sockets[0].getsockname()[1])
