"""Reviews of papers: one write transaction for each change, which does not need the writer lease of loads."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ulid import ULID

from accounts.acts import changed_version, reused_key, unknown_entity
from accounts.errors import ActError, InputProblem
from accounts.markdown import render_visible
from accounts.object_writes import ObjectWriter
from accounts.review_template import review_template
from accounts.texts import normalize_text
from cypher.catalog import Query
from cypher.driver.values import Value
from cypher.queries import accounts

MAX_VERSIONS = 100
"""Maximum number of versions of a review."""
MAX_READERS = 50
"""Maximum number of named readers of a review."""
MAX_REPLY = 10_000
"""Maximum length of a reply, in characters."""
MAX_NAME = 39
"""Maximum length of a user name."""
PRIVATE = "private"
"""Visibility of a review that only its author and its readers can read."""
REVIEW_ID = re.compile(r"w_[0-9A-HJKMNP-TV-Z]{26}")


class ReviewValues(NamedTuple):
    """Values of a review; None leaves the present value.

    Attributes:
        texts: Markdown by name of the template's text; an empty text removes one that is not required.
        scales: number by name of the template's scale.
        anonymous: whether other users see no author.
        visibility: public or private.
        readers: names of the other users with access to a private review.
    """

    texts: Mapping[str, str | None]
    scales: Mapping[str, int | None]
    anonymous: bool | None = None
    visibility: str | None = None
    readers: Sequence[str] | None = None

    @property
    def is_empty(self) -> bool:
        """True if no value is given."""
        given = (*self.texts.values(), *self.scales.values(), self.anonymous, self.visibility, self.readers)
        return all(value is None for value in given)

    async def checked(self) -> dict[str, Value]:
        """Return the parameters of a statement. Raises ActError if a value is not possible."""
        values: dict[str, Value] = {}
        for text in review_template().texts:
            parameters = self.texts.get(text.name)
            if parameters is not None:
                plain = normalize_text(parameters, text.name, text.max_length, required=text.required)
                html = await render_visible(plain, text.name) if plain else None
                values |= {text.name: plain or None, f"{text.name}Html": html}
        for scale in review_template().scales:
            number = self.scales.get(scale.name)
            if number is not None:
                if not scale.minimum <= number <= scale.maximum:
                    message = f"{scale.name} is {number}. Expected {scale.minimum} to {scale.maximum}."
                    raise ActError(message, scale.name)
                values[scale.name] = number
        return {
            "values": values,
            "anonymous": self.anonymous,
            "visibility": self.visibility,
            "readers": None if self.readers is None else _checked_readers(self.readers),
        }


class ReviewEditor(NamedTuple):
    """Changes reviews of a user. Each method returns the ID of the review.

    Each method raises ActError if the input is not possible, AccountGoneError if the user does not exist any more, or
    a GraphError.

    Attributes:
        writer: writes objects of the user.
    """

    writer: ObjectWriter

    async def add(self, paper_key: Sequence[str], values: ReviewValues) -> str:
        """Add a review of the paper with this scheme and value of an ID."""
        scheme, value = paper_key
        if values.readers and values.visibility != PRIVATE:
            raise _error("public", "", {})
        parameters = await values.checked() | {"scheme": scheme, "value": value}
        return await self._write(accounts.ADD_REVIEW, None, parameters)

    async def update(self, review_id: str, version: int, values: ReviewValues) -> str:
        """Change values of a review, if it still has the version, and keep its earlier version."""
        if values.is_empty:
            raise ActError(
                "The input has no new value. Send a text, rating, confidence, anonymous, visibility or readers.",
                "summary",
            )
        if values.readers and values.visibility not in (None, PRIVATE):
            raise _error("public", "", {})
        parameters = await values.checked() | {"version": version, "deletes": False, "most": MAX_VERSIONS}
        return await self._write(accounts.UPDATE_REVIEW, review_id, parameters)

    async def reply(self, review_id: str, text: str) -> str:
        """Add or replace the user's reply to a review, as an author of the paper. An empty text deletes the reply.

        The user can delete the reply at any time, also when the claim of the author has ended.
        """
        plain = normalize_text(text, "text", MAX_REPLY)
        parameters: dict[str, Value] = {"text": plain, "html": await render_visible(plain, "text") if plain else ""}
        if not REVIEW_ID.fullmatch(review_id):
            raise _unknown_review(review_id)
        generated: dict[str, Value] = {"replyId": f"y_{ULID()}"}
        row = await self.writer.write(accounts.REPLY_TO_REVIEW, review_id, parameters, generated=generated)
        if row.problem is not None:
            raise _error(row.problem, review_id, parameters)
        return review_id

    async def delete(self, review_id: str) -> str:
        """Delete a review with its earlier versions."""
        parameters = await ReviewValues({}, {}).checked() | {"version": None, "deletes": True, "most": MAX_VERSIONS}
        return await self._write(accounts.UPDATE_REVIEW, review_id, parameters)

    async def _write(
        self, query: Query[accounts.WrittenRow], review_id: str | None, parameters: Mapping[str, Value]
    ) -> str:
        if review_id is not None and not REVIEW_ID.fullmatch(review_id):
            raise _unknown_review(review_id)
        row = await self.writer.write(query, review_id or f"w_{ULID()}", parameters, is_new=review_id is None)
        if row.problem is not None:
            raise _error(row.problem, review_id or "", parameters)
        return row.id or ""


def _checked_readers(names: Sequence[str]) -> list[Value]:
    if len(names) > MAX_READERS:
        raise ActError(f"readers has {len(names):,} names. Expected at most {MAX_READERS}.", "readers")
    return [normalize_text(name, "readers", MAX_NAME, multiline=False, required=True) for name in dict.fromkeys(names)]


PROBLEMS = {
    "paper": ("paperId", "The ID is not that of a paper. Only papers have reviews."),
    "own": ("reviewId", "This is your own review. Change or delete it: updateReview, deleteReview."),
    "exists": (
        "paperId",
        "You reviewed this paper already. Change the review with updateReview; viewer { reviews } has its ID.",
    ),
    "hidden": ("reviewId", "A curator hid it. It can only be deleted."),
    "reply": (
        "text",
        "An empty text deletes your reply, but you have no reply to this review. Send a text to add one.",
    ),
    "public": (
        "readers",
        "A public review has no readers: everybody can read it. Send visibility: PRIVATE with readers, or no readers.",
    ),
    "author": (
        "reviewId",
        "You have no accepted claim of an author of the paper. Claim the profile with claimProfile.",
    ),
    "limit": ("reviewId", f"The review has {MAX_VERSIONS} versions, the maximum."),
}
"""Input field at fault and message for each problem of a statement that needs no further values."""


def _error(problem: str, review_id: str, parameters: Mapping[str, Value]) -> ActError:
    if problem in PROBLEMS:
        field, message = PROBLEMS[problem]
        return ActError(message, field)
    match problem:
        case "key":
            return reused_key()
        case "id":
            return unknown_entity(str(parameters["scheme"]), str(parameters["value"]), "paperId")
        case "review":
            return _unknown_review(review_id)
        case _ if problem.startswith("version "):
            return changed_version("review", problem, parameters["version"])
        case _:
            name = problem.removeprefix("reader ")
            return ActError(f"There is no user {name!r}. Expected names of users.", "readers", InputProblem.NOT_FOUND)


def own_paper() -> ActError:
    """Return the error for a change of a review by a user who has become an author of the paper."""
    return ActError(
        "You are an author of this paper, so you cannot change your review of it. Delete it: deleteReview.", "reviewId"
    )


def hidden_conflict() -> ActError:
    """Return the error for an anonymous review by a user with a conflict of interest."""
    return ActError(
        "You have a conflict of interest with this paper, which an anonymous review would hide: see "
        "viewerConflictsOfInterest of the paper. Review it under your name.",
        "anonymous",
    )


def _unknown_review(review_id: str) -> ActError:
    """Return the error for a review that does not exist or is another user's; they cannot be told apart."""
    return ActError(
        f"You have no review with the ID {review_id[:100]!r}. Expected w_ and 26 characters, as in "
        "viewer { reviews { nodes { id } } }.",
        "reviewId",
        InputProblem.NOT_FOUND,
    )
