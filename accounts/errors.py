"""Errors of operators and clients in the management of accounts."""


class AccountError(Exception):
    """An operation on accounts is not possible; the message says why and what to do."""
