"""Comments on papers. Each change is one transaction and needs no writer lease."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ulid import ULID

from accounts.acts import changed_version, reused_key, unknown_entity
from accounts.errors import ActError, InputProblem
from accounts.markdown import render_visible
from accounts.notifications import mentioned_names
from accounts.object_writes import ObjectWriter
from accounts.texts import normalize_text
from cypher.catalog import Query
from cypher.driver.values import Value
from cypher.queries import accounts

MAX_COMMENTS = 10_000
"""Maximum number of comments of a user."""
MAX_VERSIONS = 100
"""Maximum number of versions of a comment."""
MAX_TEXT_LENGTH, MAX_ANCHOR_LENGTH = 10_000, 1_000
"""Maximum length of texts, in characters."""
COMMENT_ID = re.compile(r"m_[0-9A-HJKMNP-TV-Z]{26}")


class CommentValues(NamedTuple):
    """Values of a comment; None keeps the current value.

    Attributes:
        text: Markdown.
        kind: stored value of the kind.
        anchor: passage of the paper that the comment is about; an empty text removes it.
    """

    text: str | None = None
    kind: str | None = None
    anchor: str | None = None

    async def to_parameters(self) -> dict[str, Value]:
        """Return the values that are given, and the HTML of the text. Raises ActError if a text is invalid."""
        values: dict[str, Value] = {}
        if self.text is not None:
            text = normalize_text(self.text, "text", MAX_TEXT_LENGTH, required=True)
            values |= {
                "text": text,
                "html": await render_visible(text, "text"),
                "mentions": mentioned_names(text) or None,
            }
        if self.kind is not None:
            values["kind"] = self.kind
        if self.anchor is not None:
            values["anchor"] = normalize_text(self.anchor, "anchor", MAX_ANCHOR_LENGTH) or None
        return values


class CommentEditor(NamedTuple):
    """Changes comments of a user. Each method returns the ID of the comment.

    Each method raises ActError if the input is invalid, AccountGoneError if the user does not exist any more, or
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
            raise _unknown_comment(reply_to, "replyToId", {"scheme": paper_key[0], "value": paper_key[1]})
        scheme, value = paper_key
        parameters: dict[str, Value] = {
            "values": await values.to_parameters(),
            "scheme": scheme,
            "value": value,
            "replyTo": reply_to,
            "most": MAX_COMMENTS,
        }
        return await self._write(accounts.ADD_COMMENT, None, parameters)

    async def update(self, comment_id: str, version: int, values: CommentValues) -> str:
        """Change values of a comment, if it still has the version, and keep its earlier version."""
        if values == CommentValues():
            raise ActError("The input has no new value. Send text, kind or anchor.", "text")
        parameters: dict[str, Value] = {"values": await values.to_parameters(), "version": version, "deletes": False}
        return await self._write(accounts.UPDATE_COMMENT, comment_id, parameters | {"most": MAX_VERSIONS})

    async def delete(self, comment_id: str) -> str:
        """Delete the text of a comment and its earlier versions; its place in the thread remains."""
        parameters: dict[str, Value] = {"values": {}, "version": None, "deletes": True, "most": MAX_VERSIONS}
        return await self._write(accounts.UPDATE_COMMENT, comment_id, parameters)

    async def _write(
        self, query: Query[accounts.WrittenRow], comment_id: str | None, parameters: Mapping[str, Value]
    ) -> str:
        if comment_id is not None and not COMMENT_ID.fullmatch(comment_id):
            raise _unknown_comment(comment_id, "commentId")
        row = await self.writer.write(query, comment_id or f"m_{ULID()}", parameters, is_new=comment_id is None)
        if row.problem is not None:
            raise _problem_error(row.problem, comment_id or "", parameters)
        return row.id or ""


def _problem_error(problem: str, comment_id: str, parameters: Mapping[str, Value]) -> ActError:
    match problem:
        case "key":
            return reused_key()
        case "id":
            return unknown_entity(str(parameters["scheme"]), str(parameters["value"]), "paperId")
        case "paper":
            return ActError("The ID is not that of a paper. Only papers have comments.", "paperId")
        case "reply":
            return _unknown_comment(str(parameters["replyTo"]), "replyToId", parameters)
        case "removed":
            return ActError("The comment was deleted or hidden. Reply to another one.", "replyToId")
        case "comment":
            return _unknown_comment(comment_id, "commentId")
        case "hidden":
            return ActError("A curator hid the comment. It can only be deleted.", "commentId")
        case _ if problem.startswith("version "):
            return changed_version("comment", problem, parameters["version"])
        case _ if "scheme" in parameters:
            return ActError(f"You have {MAX_COMMENTS:,} comments, the maximum. Delete one first.", "paperId")
        case _:
            return ActError(
                f"The comment has {MAX_VERSIONS} versions, the maximum. Add a new comment instead.", "commentId"
            )


def _unknown_comment(comment_id: str, field: str, parameters: Mapping[str, Value] | None = None) -> ActError:
    """Return the error for a comment that does not exist, is on another paper, or is another user's."""
    subject, query = "You have no comment with", "viewer { comments { nodes { id } } }"
    if parameters is not None:
        scheme, value = str(parameters["scheme"]), str(parameters["value"])[:100]
        paper_id = json.dumps(value if scheme == "byline" else f"{scheme}:{value}", ensure_ascii=False)
        subject = "There is no comment on this paper with"
        query = f"node(id: {paper_id}) {{ ... on Paper {{ comments {{ nodes {{ id }} }} }} }}"
    return ActError(
        f"{subject} the ID {comment_id[:100]!r}. Expected m_ and 26 characters, as in {query}.",
        field,
        InputProblem.NOT_FOUND,
    )
