"""Errors of operators and clients in the management of accounts."""


class AccountError(Exception):
    """An operation on accounts is not possible; the message gives the reason and the next step."""


class ActError(AccountError):
    """An act of a user is not possible because of its input.

    Attributes:
        field: name of the input field at fault.
        is_unknown_id: True if no entity has the ID.
    """

    def __init__(self, message: str, field: str, *, is_unknown_id: bool = False) -> None:
        super().__init__(message)
        self.field = field
        self.is_unknown_id = is_unknown_id


class AccountGoneError(AccountError):
    """The account of a signed-in user does not exist any more."""
