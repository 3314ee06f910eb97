"""Sign-in with OpenID Connect: authorization code flow with PKCE, state and nonce.

Authlib builds the requests and validates the ID token; joserfc verifies signatures.
"""

import hmac
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

import httpx2
from authlib.common.security import generate_token
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import get_well_known_url
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, OctKey
from pydantic import SecretStr

from accounts.errors import AccountError
from normalization.identifiers import normalize_or_none, split_id

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# Authlib has no types; its return values are converted with str() here.

ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")
"""Algorithms of signatures of ID tokens: a token without a signature, or signed with a shared secret, is refused."""
PENDING_S = 600
"""Seconds within which a user must sign in at the provider."""
REQUEST_TIMEOUT_S = 10.0
METADATA_S = 3_600.0
"""Seconds for which the metadata of the provider is cached."""
LEEWAY_S = 120
"""Tolerated difference of clocks in seconds."""
ERROR_CODE = re.compile(r"[A-Za-z0-9_-]{1,60}")
"""Error codes that are shown: a link to the callback must not put sentences or addresses on a page of this server."""


class Identity(NamedTuple):
    """A person as an OpenID provider states it.

    Attributes:
        issuer: issuer.
        key: SHA-256 of issuer and subject; the subject itself is not stored.
        orcid: verified ORCID iD; None without one.
    """

    issuer: str
    key: str
    orcid: str | None


@dataclass(slots=True)
class OpenIdProvider:
    """An OpenID provider and Byline's registration there.

    Attributes:
        issuer: URL of the issuer.
        client_id: ID of the registration.
        client_secret: secret of the registration.
        redirect_uri: URL to which the provider sends the user back.
        scope: requested scopes, separated by spaces.
        orcid_claim: claim of the ID token with a verified ORCID iD; empty for none.
    """

    issuer: str
    client_id: str
    client_secret: SecretStr
    redirect_uri: str
    scope: str = "openid"
    orcid_claim: str = ""
    _metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    _fresh_until: float = 0.0

    async def start(self, next_path: str) -> tuple[str, str]:
        """Return the URL at which the user signs in, and a signed text to keep in a cookie. Raises AccountError."""
        metadata = await self._provider_metadata()
        state, nonce, verifier = generate_token(32), generate_token(32), generate_token(64)
        url = prepare_grant_uri(
            str(metadata["authorization_endpoint"]),
            self.client_id,
            "code",
            self.redirect_uri,
            self.scope,
            state,
            nonce=nonce,
            code_challenge=create_s256_code_challenge(verifier),
            code_challenge_method="S256",
        )
        claims = {"state": state, "nonce": nonce, "verifier": verifier, "next": next_path}
        pending = jwt.encode({"alg": "HS256"}, claims | {"exp": int(time.time()) + PENDING_S}, self._signing_key())
        return str(url), pending

    async def finish(self, pending: str, answer: Mapping[str, str]) -> tuple[Identity, str]:
        """Return the identity of the user whom the provider sent back, and the path to continue at.

        Args:
            pending: signed text of the cookie.
            answer: parameters of the URL: code and state, or error.

        Raises:
            AccountError: The user did not sign in, or the answer of the provider is not valid.
        """
        if "code" not in answer:  # some providers send an error without the state; it creates no session
            reason = _error_code(answer.get("error", ""))
            raise AccountError(
                f"The provider did not sign you in{reason}. Sign in again, or ask the operator of this server."
            )
        try:
            expected = jwt.decode(pending, self._signing_key(), algorithms=["HS256"]).claims
            jwt.JWTClaimsRegistry(exp={"essential": True}).validate(expected)
        except (JoseError, ValueError):
            raise AccountError("The sign-in has expired, or cookies are blocked. Sign in again.") from None
        if not hmac.compare_digest(str(expected["state"]).encode(), answer.get("state", "").encode()):
            raise AccountError("The answer does not belong to this sign-in. Sign in again.")
        id_token = await self._exchange(answer["code"], str(expected["verifier"]))
        claims = await self._valid_claims(id_token, str(expected["nonce"]))
        subject = str(claims["sub"])
        orcid = normalize_or_none(f"orcid:{claims[self.orcid_claim]}") if self.orcid_claim in claims else None
        key = sha256(f"{self.issuer} {subject}".encode()).hexdigest()
        return Identity(self.issuer, key, orcid and split_id(orcid)[1]), str(expected["next"])

    async def _exchange(self, code: str, verifier: str) -> str:
        metadata = await self._provider_metadata()
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.redirect_uri}
        form |= {"code_verifier": verifier, "client_id": self.client_id}
        form["client_secret"] = self.client_secret.get_secret_value()
        answer = await self._send("POST", str(metadata["token_endpoint"]), form)
        if not isinstance(answer.get("id_token"), str):
            raise AccountError("The provider sent no ID token. Ask the operator of this server.")
        return str(answer["id_token"])

    async def _valid_claims(self, id_token: str, nonce: str) -> Mapping[str, Any]:
        metadata = await self._provider_metadata()
        keys = await self._send("GET", str(metadata["jwks_uri"]))
        options = {
            "iss": {"essential": True, "value": self.issuer},
            "aud": {"essential": True, "value": self.client_id},
            "nonce": {"essential": True, "value": nonce},
            "exp": {"essential": True},
            "sub": {"essential": True},
        }
        try:
            key_set = KeySet.import_key_set(keys)  # pyright: ignore[reportArgumentType] JSON
            token = jwt.decode(id_token, key_set, algorithms=list(ALGORITHMS))
            claims = CodeIDToken(token.claims, token.header, options, {"nonce": nonce, "client_id": self.client_id})
            claims.validate(leeway=LEEWAY_S)
        except Exception as error:  # noqa: BLE001 Authlib and joserfc have several unrelated errors
            reason = type(error).__name__
            raise AccountError(f"The ID token of the provider is not valid ({reason}). Sign in again.") from None
        return token.claims

    async def _provider_metadata(self) -> Mapping[str, Any]:
        if time.monotonic() > self._fresh_until:
            metadata = await self._send("GET", str(get_well_known_url(self.issuer, external=True)))
            if metadata.get("issuer") != self.issuer:
                raise AccountError(f"The provider at {self.issuer} states another issuer. Correct BYLINE_OIDC_ISSUER.")
            self._metadata, self._fresh_until = metadata, time.monotonic() + METADATA_S
        return self._metadata

    async def _send(self, method: str, url: str, form: Mapping[str, str] | None = None) -> Mapping[str, Any]:
        try:
            async with httpx2.AsyncClient(timeout=REQUEST_TIMEOUT_S) as client:
                answer = await client.request(method, url, data=None if form is None else dict(form))
                answer.raise_for_status()
                return dict(answer.json())
        except (httpx2.HTTPError, ValueError, TypeError) as error:
            reason = type(error).__name__
            raise AccountError(f"The provider at {self.issuer} does not answer ({reason}). Try again later.") from None

    def _signing_key(self) -> OctKey:
        """Return the key of signed cookies, which all processes of a server share."""
        secret = self.client_secret.get_secret_value().encode()
        return OctKey.import_key(hmac.digest(secret, b"byline sign-in", "sha256"))


def _error_code(code: str) -> str:
    """Return the error code of a provider in parentheses, or an empty text if it is not a code."""
    return f" (error: {code})" if ERROR_CODE.fullmatch(code) else ""
