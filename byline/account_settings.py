"""Settings of accounts: sign-in with OpenID Connect, and mails to users."""

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings

from accounts.mail import Mailer, SmtpSecurity

if TYPE_CHECKING:
    from accounts.openid import OpenIdProvider

ORCID_ISSUERS = ("https://orcid.org", "https://sandbox.orcid.org")
"""Issuers with an ORCID iD as subject."""
CALLBACK_PATH = "/auth/callback"
"""Path to which the OpenID provider sends users back."""


class AccountSettings(BaseSettings):
    """Settings of accounts, each read from the variable named as its alias."""

    public_url: str | None = Field(
        default=None,
        alias="BYLINE_PUBLIC_URL",
        pattern=r"^https?://[^/?#@\s]+$",
        description="URL of this server as browsers see it, without a path, such as https://graph.example.org.",
    )
    oidc_issuer: str | None = Field(
        default=None,
        alias="BYLINE_OIDC_ISSUER",
        description="Issuer of an OpenID provider, such as https://orcid.org. Default: no sign-in with OpenID Connect.",
    )
    oidc_client_id: str = Field(
        default="", alias="BYLINE_OIDC_CLIENT_ID", description="ID of this server at the OpenID provider."
    )
    oidc_client_secret: SecretStr = Field(
        default=SecretStr(""), alias="BYLINE_OIDC_CLIENT_SECRET", description="Secret of this server at the provider."
    )
    oidc_scope: str = Field(
        default="openid", alias="BYLINE_OIDC_SCOPE", description="Requested scopes, separated by spaces."
    )
    oidc_orcid_claim: str | None = Field(
        default=None,
        alias="BYLINE_OIDC_ORCID_CLAIM",
        description="Claim of the ID token with a verified ORCID iD. Default: sub for ORCID, none for others.",
    )
    oidc_sign_up: bool = Field(
        default=True, alias="BYLINE_OIDC_SIGN_UP", description="Create an account at the first sign-in of a person."
    )
    smtp_host: str | None = Field(
        default=None,
        alias="BYLINE_SMTP_HOST",
        description="SMTP server for mails to users. Default: the server sends no mails.",
    )
    smtp_port: int = Field(
        default=587, alias="BYLINE_SMTP_PORT", ge=1, le=65535, description="Port of the SMTP server."
    )
    smtp_security: SmtpSecurity = Field(
        default=SmtpSecurity.STARTTLS,
        alias="BYLINE_SMTP_SECURITY",
        description="Encryption of the connection to the SMTP server: starttls, tls or none.",
    )
    smtp_username: str | None = Field(
        default=None, alias="BYLINE_SMTP_USERNAME", description="User name at the SMTP server."
    )
    smtp_password: SecretStr | None = Field(
        default=None, alias="BYLINE_SMTP_PASSWORD", description="Password of that user."
    )
    mail_from: str = Field(
        default="byline@localhost", alias="BYLINE_MAIL_FROM", description="Sender address of mails to users."
    )

    erasure_list: Path | None = Field(
        default=None,
        alias="BYLINE_ERASURE_LIST",
        description="File with a hash of each erased account. Default: erased-accounts.txt in BYLINE_HOME.",
    )

    def mailer(self) -> Mailer | None:
        """Return the sender of mails; None without an SMTP server."""
        if self.smtp_host is None:
            return None
        return Mailer(
            self.smtp_host, self.smtp_port, self.mail_from, self.smtp_security, self.smtp_username, self.smtp_password
        )

    def openid_provider(self) -> "OpenIdProvider | None":
        """Return the OpenID provider; None without one. Raises ValueError if a setting is missing."""
        if self.oidc_issuer is None:
            return None
        from accounts.openid import OpenIdProvider  # noqa: PLC0415 commands without a server do not need it

        secret = self.oidc_client_secret.get_secret_value()
        if not self.public_url or not self.oidc_client_id or not secret:
            raise ValueError(
                "BYLINE_OIDC_ISSUER is set, so BYLINE_PUBLIC_URL, BYLINE_OIDC_CLIENT_ID and BYLINE_OIDC_CLIENT_SECRET "
                "must be set too."
            )
        claim = self.oidc_orcid_claim
        return OpenIdProvider(
            self.oidc_issuer,
            self.oidc_client_id,
            self.oidc_client_secret,
            f"{self.public_url}{CALLBACK_PATH}",
            self.oidc_scope,
            ("sub" if self.oidc_issuer in ORCID_ISSUERS else "") if claim is None else claim,
        )
