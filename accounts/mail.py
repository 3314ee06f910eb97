"""Send mails over SMTP."""

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from enum import StrEnum
from typing import NamedTuple

from pydantic import SecretStr

SMTP_TIMEOUT_S = 10.0


class SmtpSecurity(StrEnum):
    """Encryption of a connection to an SMTP server."""

    NONE = "none"
    STARTTLS = "starttls"
    TLS = "tls"


class MailError(Exception):
    """A mail cannot be sent. The message contains no address, so that a server can log it."""


class Mailer(NamedTuple):
    """An SMTP server and the sender of mails.

    Attributes:
        host: name of the server.
        port: port of the server.
        sender: address of the sender.
        security: encryption of the connection.
        username: user name at the server; None to send without authentication.
        password: password of that user.
    """

    host: str
    port: int
    sender: str
    security: SmtpSecurity = SmtpSecurity.STARTTLS
    username: str | None = None
    password: SecretStr | None = None

    async def send(self, to: str, subject: str, text: str) -> None:
        """Send a mail. Raises MailError if the server does not accept it within 10 seconds per step."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        try:
            await asyncio.to_thread(self._deliver, message)
        except smtplib.SMTPResponseException as error:
            raise MailError(f"The SMTP server {self.host}:{self.port} answered with code {error.smtp_code}.") from None
        except (OSError, smtplib.SMTPException) as error:
            raise MailError(f"Cannot send a mail over {self.host}:{self.port}: {type(error).__name__}.") from None

    def _deliver(self, message: EmailMessage) -> None:
        context = ssl.create_default_context()
        if self.security is SmtpSecurity.TLS:
            connection: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=SMTP_TIMEOUT_S, context=context)
        else:
            connection = smtplib.SMTP(self.host, self.port, timeout=SMTP_TIMEOUT_S)
        with connection:
            if self.security is SmtpSecurity.STARTTLS:
                connection.starttls(context=context)
            if self.username is not None:
                connection.login(self.username, self.password.get_secret_value() if self.password else "")
            connection.send_message(message)
