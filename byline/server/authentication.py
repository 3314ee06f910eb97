"""Authentication of curators by bearer tokens, which the operator configures."""

import hmac
from collections.abc import Mapping

from pydantic import SecretStr


def authenticate(header: str | None, curators: Mapping[str, SecretStr]) -> str | None:
    """Return the curator of the token in an Authorization header; None if the token is missing or unknown."""
    scheme, _, token = (header or "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        return None
    curator = None
    for name, known in curators.items():  # check all, so that response times reveal nothing about the tokens
        if hmac.compare_digest(known.get_secret_value().encode(), token.strip().encode()):
            curator = name
    return curator
