"""Invitations to work together, also through an introducer, and the private thread of an accepted one.

A user invites the user who claimed a researcher, if the researcher is open to collaboration. An introducer, a co-author
of both, must agree before the researcher receives the invitation. A user who
blocked the sender and a researcher who is not open give the same error, so that no response states a block.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

from ulid import ULID

from accounts.acts import reused_key, unknown_entity
from accounts.errors import ActError, InputProblem
from accounts.markdown import render_visible
from accounts.object_writes import ObjectWriter
from accounts.texts import normalize_text
from accounts.timestamps import utc_text
from cypher.catalog import Query
from cypher.driver.values import Value
from cypher.queries import accounts

INVITATION_ID = re.compile(r"n_[0-9A-HJKMNP-TV-Z]{26}")
LIFETIME = timedelta(days=60)
"""Time within which an invitation can be accepted."""
MAX_INVITATIONS_PER_DAY = 20
MAX_MESSAGES = 10_000
"""Maximum number of messages in a thread."""
MAX_MESSAGE_LENGTH = 5_000
"""Maximum length of a text, in characters."""
MAX_ID_LENGTH = 100


class InvitationChange(StrEnum):
    """New status of an invitation that its recipient or its sender changes."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class InvitationEditor(NamedTuple):
    """Sends and answers invitations of a user. Each method returns the ID of the invitation, or of the unblocked user.

    Each method raises ActError if the input is not possible, AccountGoneError if the user does not exist any more, or
    a GraphError.

    Attributes:
        writer: writes objects of the user.
    """

    writer: ObjectWriter

    async def invite(
        self, person_key: Sequence[str], purpose: str, message: str, introducer_key: Sequence[str] = ()
    ) -> str:
        """Invite the user who claimed a researcher.

        Args:
            person_key: scheme and value of an ID of the researcher.
            purpose: stored value of the purpose.
            message: Markdown.
            introducer_key: scheme and value of an ID of the introducer; empty without one.
        """
        scheme, value = person_key
        values = {"purpose": purpose, **await _rendered(message, "message")}
        parameters: dict[str, Value] = {
            "scheme": scheme,
            "value": value,
            "introducer": list(introducer_key),
            "values": values,
            "most": MAX_INVITATIONS_PER_DAY,
        }
        generated: dict[str, Value] = {"dayAgo": utc_text(timedelta(days=-1)), "expiresAt": utc_text(LIFETIME)}
        row = await self.writer.write(
            accounts.ADD_INVITATION, f"n_{ULID()}", parameters, is_new=True, generated=generated
        )
        if row.problem is not None:
            raise _problem_error(row.problem, "", parameters)
        return row.id or ""

    async def change(self, invitation_id: str, change: InvitationChange, *, blocks: bool = False) -> str:
        """Accept, decline or withdraw an invitation; `blocks` also blocks its sender."""
        return await self._write(accounts.CHANGE_INVITATION, invitation_id, {"to": change.value, "blocks": blocks})

    async def answer_introduction(self, invitation_id: str, *, agrees: bool) -> str:
        """Agree or decline to introduce the sender of an invitation."""
        return await self._write(
            accounts.ANSWER_INTRODUCTION,
            invitation_id,
            {"to": "pending" if agrees else "introduction_declined"},
            {"expiresAt": utc_text(LIFETIME)},
        )

    async def send_message(self, invitation_id: str, text: str) -> str:
        """Add a message in Markdown to the thread of an accepted invitation."""
        parameters: dict[str, Value] = {"values": {**await _rendered(text, "text")}, "most": MAX_MESSAGES}
        return await self._write(
            accounts.ADD_INVITATION_MESSAGE, invitation_id, parameters, {"messageId": f"g_{ULID()}"}
        )

    async def block(self, user_id: str) -> str:
        """Block a user."""
        return await self._change_block(accounts.BLOCK_USER, user_id)

    async def unblock(self, user_id: str) -> str:
        """End the block of a user."""
        return await self._change_block(accounts.UNBLOCK_USER, user_id)

    async def _change_block(self, query: Query[accounts.WrittenRow], user_id: str) -> str:
        row = await self.writer.write(query, user_id[:MAX_ID_LENGTH], {})
        if row.problem is not None:
            raise _problem_error(row.problem, user_id, {})
        return user_id

    async def _write(
        self,
        query: Query[accounts.WrittenRow],
        invitation_id: str,
        parameters: Mapping[str, Value],
        generated: Mapping[str, Value] | None = None,
    ) -> str:
        if not INVITATION_ID.fullmatch(invitation_id):
            raise _problem_error("invitation", invitation_id, parameters)
        row = await self.writer.write(query, invitation_id, parameters, generated=generated)
        if row.problem is not None:
            raise _problem_error(row.problem, invitation_id, parameters)
        return invitation_id


async def _rendered(text: str, field: str) -> dict[str, Value]:
    """Return a text and its sanitized HTML. Raises ActError if the text is not valid."""
    checked = normalize_text(text, field, MAX_MESSAGE_LENGTH, required=True)
    return {"text": checked, "html": await render_visible(checked, field)}


def _problem_error(problem: str, object_id: str, parameters: Mapping[str, Value]) -> ActError:
    messages = {
        "researcher": ("researcherId", "The ID is not that of a researcher. Only researchers can be invited."),
        "unclaimed": (
            "researcherId",
            "No user claimed this researcher's profile, so nobody would receive the invitation.",
        ),
        "own": ("researcherId", "This is your own profile."),
        "unavailable": ("researcherId", "This researcher does not receive invitations at present."),
        "open": (
            "researcherId",
            "You have a pending invitation to this researcher: viewer { sentInvitations } shows it.",
        ),
        "limit": (
            "researcherId",
            f"You sent {MAX_INVITATIONS_PER_DAY} invitations within 24 hours, the maximum. Try again later.",
        ),
        "self": ("userId", "You cannot block yourself."),
        "not claimed": (
            "introducerId",
            "You have no accepted claim of a researcher. Claim your profile with claimProfile, or invite directly.",
        ),
        "introducer": ("introducerId", "No researcher has this ID."),
        "not introducer": (
            "introducerId",
            (
                "This researcher is not a co-author of both you and the invited researcher. "
                "introducers(from, to) lists such co-authors."
            ),
        ),
        "introducer unclaimed": (
            "introducerId",
            (
                "This researcher does not receive requests: no user claimed the profile, or the user does not receive "
                "requests of yours. Choose another introducer."
            ),
        ),
        "answered": (
            "invitationId",
            "The introduction is not open any more: `invitation(id) { status }` shows it.",
        ),
        "closed": ("invitationId", "The invitation is not pending any more: `invitation(id) { status }` shows it."),
        "not accepted": (
            "invitationId",
            "The recipient has not accepted the invitation: `invitation(id) { status }` shows it.",
        ),
        "expired": ("invitationId", "The invitation has expired. Invite the sender instead."),
        "blocked": ("invitationId", "The other user does not receive messages from you."),
    }
    if problem in {"unavailable", "expired"} and parameters.get("to") == "pending":
        return ActError(
            "The invited researcher does not receive invitations any more."
            if problem == "unavailable"
            else "The request has expired.",
            "invitationId",
        )
    if problem == "limit" and "scheme" not in parameters:
        return ActError(f"The thread has {MAX_MESSAGES:,} messages, the maximum.", "invitationId")
    match problem:
        case "key":
            return reused_key()
        case "id":
            return unknown_entity(str(parameters["scheme"]), str(parameters["value"]), "researcherId")
        case "user":
            return ActError(
                f"There is no user with the ID {object_id[:MAX_ID_LENGTH]!r}.", "userId", InputProblem.NOT_FOUND
            )
        case "invitation":
            return ActError(
                f"You have no such invitation with the ID {object_id[:MAX_ID_LENGTH]!r}. Expected n_ and 26 "
                "characters, as in viewer { receivedInvitations { nodes { id } } sentInvitations { nodes { id } } }.",
                "invitationId",
                InputProblem.NOT_FOUND,
            )
        case _:
            field, message = messages[problem]
            return ActError(message, field)
