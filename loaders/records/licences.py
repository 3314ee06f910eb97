"""Licences by the short names that collectors write, in SPDX's spelling; a version is told only where they tell one."""

import re

CREATIVE_COMMONS = re.compile(r"^CC-?BY(?:-?(NC))?(?:-?(SA|ND))?(?:-(\d\.\d))?$", re.IGNORECASE)
OTHERS = {
    "cc0": "CC0-1.0",
    "cc-0": "CC0-1.0",
    "cc0-1-0": "CC0-1.0",
    "mit": "MIT",
    "isc": "ISC",
    "apache-2-0": "Apache-2.0",
    "gpl-v2": "GPL-2.0",
    "gpl-v3": "GPL-3.0",
}


ADDRESS = re.compile(
    r"^https?://(?:www\.)?creativecommons\.org/(?:licenses/(by(?:-nc)?(?:-sa|-nd)?)|publicdomain/(zero))/(\d\.\d)"
    r"(?:/([a-z]{2,3}))?(?:/(?:legalcode|deed)(?:\.[a-z-]+)?)?/?$",
    re.IGNORECASE,
)
"""The address of a licence of Creative Commons, of a country's too (`by/3.0/us`)."""


def spdx(address: str) -> str | None:
    """Return SPDX's name of a licence of Creative Commons by its address; None of another address."""
    found = ADDRESS.match(address)
    if not found:
        return None
    kind, zero, version, country = found.groups()
    return f"CC0-{version}" if zero else "-".join(("CC", *(part.upper() for part in (kind, version, country) if part)))


def licence_of(said: str | None) -> str | None:
    """Return a licence such as `CC-BY-NC` for `cc-by-nc` or `CCBYNC`; None for what is none, such as `other-oa`."""
    name = (said or "").strip()
    found = CREATIVE_COMMONS.match(name)
    if not found:
        return OTHERS.get(name.lower())
    return "-".join(filter(None, ("CC-BY", *(part.upper() for part in found.groups() if part))))
