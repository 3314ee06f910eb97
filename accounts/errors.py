"""Errors of operators and clients in the management of accounts."""

from enum import Enum


class AccountError(Exception):
    """An operation on accounts is not possible; the message gives the reason and the next step."""


class InputProblem(Enum):
    """Kind of a problem with the input of an act."""

    BAD_USER_INPUT = "bad_user_input"
    BAD_ID = "bad_id"
    """The text is not an ID."""
    NOT_FOUND = "not_found"
    """No object or entity has the ID, or the user may not see it."""
    CONFLICT = "conflict"
    """Another change came first: an old version, a name in use, a key that was used for another input."""


class ActError(AccountError):
    """An act of a user is not possible because of its input.

    Attributes:
        field: name of the input field at fault.
        problem: kind of the problem.
    """

    def __init__(self, message: str, field: str, problem: InputProblem = InputProblem.BAD_USER_INPUT) -> None:
        super().__init__(message)
        self.field = field
        self.problem = problem


class AccountGoneError(AccountError):
    """The account of a signed-in user does not exist any more."""
