"""Domains of e-mail addresses, and of the institutions that assign them."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from accounts.errors import ActError

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
