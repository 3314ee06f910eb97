"""Who may decide over HTTP: those whom the operator gave a token."""

import hmac
from collections.abc import Mapping

from pydantic import SecretStr


def authenticate(header: str | None, curators: Mapping[str, SecretStr]) -> str | None:
    """Return the curator whose token an Authorization header bears; None where it bears nobody's."""
    scheme, _, token = (header or "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        return None
    curator = None
    for name, known in curators.items():  # all of them, so that time does not tell how far one was right
        if hmac.compare_digest(known.get_secret_value().encode(), token.strip().encode()):
            curator = name
    return curator
