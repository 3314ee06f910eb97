"""Moderation: users report content, and curators hide it, restore it or dismiss the reports."""

import re
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

from accounts.acts import reused_key
from accounts.errors import ActError, InputProblem
from accounts.object_writes import ObjectWriter
from accounts.texts import normalize_text
from accounts.timestamps import utc_text
from cypher.queries import accounts

CONTENT_ID = re.compile(r"[mwy]_[0-9A-HJKMNP-TV-Z]{26}")
MAX_REPORTS_PER_DAY = 100
"""Maximum number of reports of a user in 24 hours."""
MAX_NOTE = 2_000
"""Maximum length of a note, in characters."""


class ModerationAction(StrEnum):
    """Decision of a curator about content."""

    HIDE = "hide"
    """Readers see a placeholder."""
    RESTORE = "restore"
    """Hidden content is visible again."""
    DISMISS = "dismiss"
    """The reports are closed, and the content stays as it is."""


class Moderator(NamedTuple):
    """Reports content as a user, or decides about it as a curator. Each method returns the ID of the content.

    Each method raises ActError if the input is invalid, AccountGoneError if the user does not exist any more, or a
    GraphError.

    Attributes:
        writer: writes objects of the user.
    """

    writer: ObjectWriter

    async def report(self, content_id: str, reason: str, note: str | None) -> str:
        """Report content of another user. A second report of the same user changes nothing."""
        row = await self.writer.write(
            accounts.REPORT_CONTENT,
            _checked_id(content_id),
            {"reason": reason, "note": _checked_note(note), "most": MAX_REPORTS_PER_DAY},
            generated={"dayAgo": utc_text(timedelta(days=-1))},
        )
        return _result(row, content_id)

    async def decide(self, content_id: str, action: ModerationAction, note: str | None) -> str:
        """Hide or restore content, or dismiss the reports about it."""
        values = {"to": action.value, "note": _checked_note(note)}
        row = await self.writer.write(accounts.MODERATE_CONTENT, _checked_id(content_id), values)
        return _result(row, content_id)


def _checked_id(content_id: str) -> str:
    if not CONTENT_ID.fullmatch(content_id):
        raise _unknown_content(content_id)
    return content_id


def _checked_note(note: str | None) -> str | None:
    return None if note is None else normalize_text(note, "note", MAX_NOTE) or None


def _result(row: accounts.WrittenRow, content_id: str) -> str:
    match row.problem:
        case None:
            return content_id
        case "key":
            raise reused_key()
        case "limit":
            raise ActError(
                f"You sent {MAX_REPORTS_PER_DAY} reports within 24 hours, the maximum. Try again later.", "id"
            )
        case "hidden":
            raise ActError(f"{content_id} is hidden already.", "action")
        case "visible":
            raise ActError(f"{content_id} is not hidden. RESTORE is only for hidden content.", "action")
        case "reports":
            raise ActError(f"{content_id} has no open reports to dismiss.", "action")
        case _:
            raise _unknown_content(content_id)


def _unknown_content(content_id: str) -> ActError:
    return ActError(
        f"There is no public content with the ID {content_id[:100]!r}. Expected the ID of a comment (m_), a "
        "review (w_) or a reply to a review (y_).",
        "id",
        InputProblem.NOT_FOUND,
    )
