"""Comments on papers: one write transaction for each change, which does not need the writer lease of loads."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ulid import ULID

from accounts.acts import reused_key, unknown_entity
from accounts.errors import ActError
from accounts.markdown import render
from accounts.object_writes import ObjectWriter
from accounts.texts import checked_text
from cypher.catalog import Query
from cypher.driver.values import Value
from cypher.queries import accounts

MAX_COMMENTS = 10_000
"""Maximum number of comments of a user."""
MAX_VERSIONS = 100
"""Maximum number of versions of a comment."""
MAX_TEXT, MAX_ANCHOR = 10_000, 1_000
"""Maximum length of texts, in characters."""
COMMENT_ID = re.compile(r"m_[0-9A-HJKMNP-TV-Z]{26}")


class CommentValues(NamedTuple):
    """Values of a comment; None leaves the present value.

    Attributes:
        text: Markdown.
        kind: stored value of the kind.
        anchor: passage of the paper that the comment is about; an empty text for none.
    """

    text: str | None = None
    kind: str | None = None
    anchor: str | None = None

    async def checked(self) -> dict[str, Value]:
        """Return the values that are given, and the HTML of the text. Raises ActError if a text is not possible."""
        values: dict[str, Value] = {}
        if self.text is not None:
            text = checked_text(self.text, "text", MAX_TEXT, required=True)
            values |= {"text": text, "html": await render(text)}
        if self.kind is not None:
            values["kind"] = self.kind
        if self.anchor is not None:
            values["anchor"] = checked_text(self.anchor, "anchor", MAX_ANCHOR) or None
        return values


class CommentEditor(NamedTuple):
    """Changes comments of a user. Each method returns the ID of the comment.

    Each method raises ActError if the input is not possible, AccountGoneError if the user does not exist any more, or
    a GraphError.

    Attributes:
        writer: writes objects of the user.
    """

    writer: ObjectWriter

    async def add(self, paper_key: Sequence[str], values: CommentValues, reply_to: str | None = None) -> str:
        """Add a comment.

        Args:
            paper_key: scheme and value of an ID of the paper.
            values: text, kind and anchor.
            reply_to: ID of the comment on the same paper to which it replies.
        """
        if reply_to is not None and not COMMENT_ID.fullmatch(reply_to):
            raise _unknown_comment(reply_to, "replyToId")
        scheme, value = paper_key
        given: dict[str, Value] = {
            "values": await values.checked(),
            "scheme": scheme,
            "value": value,
            "replyTo": reply_to,
            "most": MAX_COMMENTS,
        }
        return await self._write(accounts.ADD_COMMENT, None, given)

    async def update(self, comment_id: str, version: int, values: CommentValues) -> str:
        """Change values of a comment, if it still has the version, and keep its earlier version."""
        given: dict[str, Value] = {"values": await values.checked(), "version": version, "deletes": False}
        return await self._write(accounts.UPDATE_COMMENT, comment_id, given | {"most": MAX_VERSIONS})

    async def delete(self, comment_id: str) -> str:
        """Delete the text of a comment and its earlier versions; its place in the thread remains."""
        given: dict[str, Value] = {"values": {}, "version": None, "deletes": True, "most": MAX_VERSIONS}
        return await self._write(accounts.UPDATE_COMMENT, comment_id, given)

    async def _write(
        self, query: Query[accounts.WrittenRow], comment_id: str | None, given: Mapping[str, Value]
    ) -> str:
        if comment_id is not None and not COMMENT_ID.fullmatch(comment_id):
            raise _unknown_comment(comment_id, "commentId")
        row = await self.writer.write(query, comment_id or f"m_{ULID()}", given, is_new=comment_id is None)
        if row.problem is not None:
            raise _error(row.problem, comment_id or "", given)
        return row.id or ""


def _error(problem: str, comment_id: str, given: Mapping[str, Value]) -> ActError:
    match problem:
        case "key":
            return reused_key()
        case "id":
            return unknown_entity(str(given["scheme"]), str(given["value"]), "paperId")
        case "paper":
            return ActError("The ID is not that of a paper. Only papers have comments.", "paperId")
        case "reply":
            return _unknown_comment(str(given["replyTo"]), "replyToId")
        case "removed":
            return ActError("The comment was deleted. Reply to another one.", "replyToId")
        case "comment":
            return _unknown_comment(comment_id, "commentId")
        case "version":
            return ActError(
                f"version is {given['version']}, which is not the present one. Read the comment again, and send its "
                "version.",
                "version",
            )
        case _ if "scheme" in given:
            return ActError(f"The user has {MAX_COMMENTS:,} comments, the maximum.", "paperId")
        case _:
            return ActError(f"The comment has {MAX_VERSIONS} versions, the maximum. Add another one.", "commentId")


def _unknown_comment(comment_id: str, field: str) -> ActError:
    """Return the error for a comment that does not exist, is on another paper, or is another user's."""
    owner = "There is no comment on this paper with" if field == "replyToId" else "You have no comment with"
    return ActError(
        f"{owner} the ID {comment_id[:100]!r}. Expected m_ and 26 characters, as in "
        "viewer { comments { nodes { id } } }.",
        field,
        is_unknown_id=True,
    )
