"""Settings of accounts: mails to users."""

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings

from accounts.mail import Mailer, SmtpSecurity


class AccountSettings(BaseSettings):
    """Settings of accounts, each read from the variable named as its alias."""

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

    def mailer(self) -> Mailer | None:
        """Return the sender of mails; None without an SMTP server."""
        if self.smtp_host is None:
            return None
        return Mailer(
            self.smtp_host, self.smtp_port, self.mail_from, self.smtp_security, self.smtp_username, self.smtp_password
        )
