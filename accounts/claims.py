"""Claims of profiles: a user states to be a researcher, and proves it or asks a curator.

An e-mail address proves a claim if an institution of the researcher assigned its domain. Only the domain of the address
is stored, and a code only as a hash.
"""

import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from ulid import ULID

from accounts.acts import reused_key, unknown_entity
from accounts.errors import ActError, InputProblem
from accounts.mail import Mailer, MailError
from accounts.object_writes import ObjectWriter
from accounts.texts import normalize_text
from accounts.timestamps import utc_text
from cypher.catalog import Query
from cypher.driver.values import Value
from cypher.queries import accounts

ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63})"
)
MAX_ADDRESS_LENGTH = 254
FREE_MAIL = Path(__file__).parent / "free_mail_domains.txt"
"""Providers whose addresses anybody can get: such an address does not show that a person works at the provider."""
REGISTRY_LABELS = frozenset(
    {"ac", "co", "com", "edu", "gob", "gov", "govt", "gouv", "mil", "net", "ne", "or", "org", "re"}
)
"""Labels under which registries of countries assign domains: `ac.uk` belongs to no single institution."""
CLAIM_ID = re.compile(r"q_[0-9A-HJKMNP-TV-Z]{26}")
MAX_CLAIMS_PER_DAY = 5
"""Maximum number of claims of a user in 24 hours, which also bounds the mails that a user causes."""
MAX_ATTEMPTS = 5
"""Maximum number of wrong codes for a claim."""
CODE_LIFETIME = timedelta(hours=1)
CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters that cannot be confused: 12 of them are 60 random bits."""
CODE_LENGTH = 12
MAX_NOTE = 2_000
MAX_REASON = 1_000
"""Maximum length of texts, in characters."""


@cache
def free_mail_domains() -> frozenset[str]:
    """Return the domains of providers of free addresses."""
    return frozenset(FREE_MAIL.read_text("utf-8").split())


def domain_of_address(address: str) -> str:
    """Return the domain of an e-mail address in lower case. Raises ActError if the text is not an address."""
    match = ADDRESS.fullmatch(address) if len(address) <= MAX_ADDRESS_LENGTH else None
    if match is None:
        raise ActError("email is not a valid e-mail address. Expected one such as ada@example.org.", "email")
    return match[1].lower()


def institution_domain(website: str) -> str | None:
    """Return the domain of an institution by its website; None if no institution can own it, such as `co.uk`."""
    try:
        host = (urlsplit(website).hostname or "").lower().removeprefix("www.")
    except ValueError:  # brackets that are no IPv6 address
        return None
    labels = host.split(".")
    shared = len(labels) == 2 and len(labels[1]) == 2 and labels[0] in REGISTRY_LABELS  # noqa: PLR2004 a country code
    return None if len(labels) < 2 or shared or host in free_mail_domains() or labels[-1].isdigit() else host  # noqa: PLR2004 a name and a top-level domain


def is_institution_address(domain: str, websites: Iterable[str]) -> bool:
    """Return True if an address at this domain is one of an institution with one of these websites."""
    owners = {owner for website in websites if (owner := institution_domain(website)) is not None}
    return any(domain == owner or domain.endswith(f".{owner}") for owner in owners)


class ClaimMethod(StrEnum):
    """How a user shows to be a researcher."""

    ORCID = "orcid"
    """The account has a verified ORCID iD, and the researcher has the same."""
    EMAIL = "email"
    """The user receives mails at the domain of an institution of the researcher."""
    CURATOR = "curator"
    """A curator decides."""


class ClaimChange(StrEnum):
    """New status of a claim that its user or a curator changes."""

    WITHDRAWN = "withdrawn"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    REVOKED = "revoked"


CHANGEABLE = {
    ClaimChange.WITHDRAWN: "AWAITING_CODE, PENDING or ACCEPTED",
    ClaimChange.ACCEPTED: "PENDING",
    ClaimChange.REJECTED: "PENDING",
    ClaimChange.REVOKED: "ACCEPTED",
}
"""Statuses of the claims that each change is possible for."""


class ClaimRequest(NamedTuple):
    """A claim as the user sends it.

    Attributes:
        person_key: scheme and value of an ID of the researcher.
        method: how the user shows to be the researcher.
        email: address to which the code is sent; for the method EMAIL alone.
        note: explanation for curators.
    """

    person_key: Sequence[str]
    method: ClaimMethod
    email: str | None = None
    note: str | None = None


class ClaimEditor(NamedTuple):
    """Changes claims of a user, or decides about claims as a curator. Each method returns the ID of the claim.

    Each method raises ActError if the input is not possible, AccountGoneError if the user does not exist any more, or
    a GraphError.

    Attributes:
        writer: writes objects of the user.
        user_name: name of the user, for mails.
        mailer: sends mails; None if the operator configured no SMTP server.
    """

    writer: ObjectWriter
    user_name: str
    mailer: Mailer | None = None

    async def claim(self, request: ClaimRequest) -> str:
        """Add a claim, and send the code if its method is EMAIL."""
        scheme, value = request.person_key
        values: dict[str, Value] = {}
        if request.note is not None:
            values["note"] = normalize_text(request.note, "note", MAX_NOTE) or None
        claim_id, code, person_name = f"q_{ULID()}", "", ""
        if request.method is ClaimMethod.EMAIL:
            values["domain"], person_name = await self._checked_domain(request)
            code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        elif request.email is not None:
            raise ActError(f"email is only for the method EMAIL, but the method is {request.method.name}.", "email")
        parameters: dict[str, Value] = {
            "scheme": scheme,
            "value": value,
            "method": request.method.value,
            "values": values,
            "most": MAX_CLAIMS_PER_DAY,
        }
        generated: dict[str, Value] = {
            "dayAgo": utc_text(timedelta(days=-1)),
            "code": {
                "codeHash": code_hash(claim_id, code),
                "codeExpiresAt": utc_text(CODE_LIFETIME),
                "attempts": 0,
            }
            if code
            else {},
        }
        row = await self.writer.write(accounts.ADD_CLAIM, claim_id, parameters, is_new=True, generated=generated)
        if row.problem is not None:
            raise _problem_error(row.problem, claim_id, parameters)
        if code and row.id == claim_id:
            await self._send_code(claim_id, str(request.email), code, person_name)
        return row.id or ""

    async def confirm(self, claim_id: str, code: str) -> str:
        """Confirm a claim with the code that the user received by e-mail."""
        return await self._change(
            accounts.CONFIRM_CLAIM, claim_id, {"codeHash": code_hash(claim_id, code), "most": MAX_ATTEMPTS}
        )

    async def withdraw(self, claim_id: str) -> str:
        """Withdraw a claim of the user."""
        return await self._change(accounts.CHANGE_CLAIM, claim_id, {"to": ClaimChange.WITHDRAWN.value, "reason": ""})

    async def decide(self, claim_id: str, change: ClaimChange, reason: str) -> str:
        """Accept, reject or revoke a claim of another user."""
        checked = normalize_text(reason, "reason", MAX_REASON, required=True)
        return await self._change(accounts.CHANGE_CLAIM, claim_id, {"to": change.value, "reason": checked})

    async def _checked_domain(self, request: ClaimRequest) -> tuple[str, str]:
        """Return the domain of the address, which must be one of the researcher's institutions, and the name."""
        if self.mailer is None:
            raise ActError("This server sends no mails. Use the method ORCID or CURATOR.", "method")
        if request.email is None:
            raise ActError("The method EMAIL needs an e-mail address at an institution of the researcher.", "email")
        domain = domain_of_address(request.email)
        scheme, value = request.person_key
        rows = await self.writer.graph.fetch(accounts.INSTITUTION_WEBSITES, {"scheme": scheme, "value": value})
        if not rows:  # the statement that adds the claim names the input at fault
            return domain, ""
        if not is_institution_address(domain, rows[0].websites):
            raise ActError(
                f"{domain} is not the domain of an institution of this researcher in the graph. Use an address at such "
                "an institution, or the method CURATOR.",
                "email",
            )
        return domain, rows[0].name

    async def _send_code(self, claim_id: str, email: str, code: str, person_name: str) -> None:
        """Send the code of a claim. If that fails, withdraw the claim and raise ActError."""
        shown = "-".join(code[start : start + 4] for start in range(0, CODE_LENGTH, 4))
        name = "".join(character if character.isprintable() else " " for character in person_name)[:100]
        text = (
            f"The user {self.user_name} of Byline claims this profile with your address:\n{name}\n\n"
            f"Claim: {claim_id}\nCode: {shown}\n\nThe code is valid for one hour. If you did not claim the profile,\n"
            "ignore this mail: without the code, nothing happens.\n"
        )
        try:
            if self.mailer is not None:
                await self.mailer.send(email, "Code for your claim of a profile", text)
        except MailError:
            await self.writer._replace(mutation_key=None).write(
                accounts.CHANGE_CLAIM, claim_id, {"to": ClaimChange.WITHDRAWN.value, "reason": ""}
            )
            raise ActError(
                "The server cannot send the mail now. Try again later, or use another method.", "email"
            ) from None

    async def _change(self, query: Query[accounts.WrittenRow], claim_id: str, parameters: Mapping[str, Value]) -> str:
        if not CLAIM_ID.fullmatch(claim_id):
            raise _unknown_claim(claim_id, parameters)
        row = await self.writer.write(query, claim_id, parameters)
        if row.problem is not None:
            raise _problem_error(row.problem, claim_id, parameters)
        return claim_id


def code_hash(claim_id: str, code: str) -> str:
    """Return the hash under which the graph stores the code of a claim. Case and separators do not matter."""
    plain = "".join(character for character in code[:100].upper() if character.isalnum())
    return hashlib.sha256(
        f"{claim_id} {plain.translate(str.maketrans('OIL', '011'))}".encode(errors="replace")
    ).hexdigest()


def _problem_error(problem: str, claim_id: str, parameters: Mapping[str, Value]) -> ActError:
    messages = {
        "researcher": ("researcherId", "The ID is not that of a researcher. Only researchers can be claimed."),
        "open": (
            "researcherId",
            "You have a claim already: viewer { claims } shows it. Withdraw it before you claim another profile.",
        ),
        "limit": (
            "researcherId",
            f"You made {MAX_CLAIMS_PER_DAY} claims within 24 hours, the maximum. Try again later.",
        ),
        "account": (
            "method",
            "Your account has no verified ORCID iD. Ask the operator of this server, or use another method.",
        ),
        "orcid": ("method", "The researcher does not have the ORCID iD of your account. Use another method."),
        "expired": ("code", "The code has expired. Withdraw the claim, and claim the profile again."),
        "attempts": (
            "claimId",
            f"{MAX_ATTEMPTS} wrong codes were sent for this claim, the maximum. Claim the profile again.",
        ),
        "code": ("code", "The code is wrong. Expected the 12 characters in the mail."),
        "taken": ("claimId", "Another user's claim of this profile is accepted. Revoke that claim first."),
    }
    match problem:
        case "key":
            return reused_key()
        case "id":
            return unknown_entity(str(parameters["scheme"]), str(parameters["value"]), "researcherId")
        case "claim":
            return _unknown_claim(claim_id, parameters)
        case _ if problem.startswith("closed "):
            status, possible = problem.removeprefix("closed ").upper(), CHANGEABLE[ClaimChange(str(parameters["to"]))]
            return ActError(
                f"The claim has the status {status}. Only claims with the status {possible} can be {parameters['to']}.",
                "claimId",
            )
        case _:
            field, message = messages[problem]
            return ActError(message, field)


def _unknown_claim(claim_id: str, parameters: Mapping[str, Value]) -> ActError:
    """Return the error for a claim that does not exist, does not await a code, or is another user's."""
    is_decision = parameters.get("to", ClaimChange.WITHDRAWN) != ClaimChange.WITHDRAWN
    claims = "claimQueue" if is_decision else "claims"
    beginning = "There is no claim" if is_decision else "You have no claim"
    condition = " that awaits a code" if "codeHash" in parameters else ""
    return ActError(
        f"{beginning} with the ID {claim_id[:100]!r}{condition}. Expected q_ and 26 characters, as in "
        f"viewer {{ {claims} {{ nodes {{ id }} }} }}.",
        "claimId",
        InputProblem.NOT_FOUND,
    )
