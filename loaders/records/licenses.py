"""Convert the names and URLs of licenses to SPDX names, with a version only if the source states it."""

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
"""URL of a Creative Commons license, including those of a country (`by/3.0/us`)."""


def spdx(address: str) -> str | None:
    """Return the SPDX name of a Creative Commons license by its URL, or None for any other URL."""
    match = ADDRESS.match(address)
    if not match:
        return None
    kind, zero, version, country = match.groups()
    return f"CC0-{version}" if zero else "-".join(("CC", *(part.upper() for part in (kind, version, country) if part)))


def license_of(text: str | None) -> str | None:
    """Return the license, such as `CC-BY-NC` for `cc-by-nc` or `CCBYNC`; None for any other text, such as
    `other-oa`.
    """
    name = (text or "").strip()
    match = CREATIVE_COMMONS.match(name)
    if not match:
        return OTHERS.get(name.lower())
    return "-".join(filter(None, ("CC-BY", *(part.upper() for part in match.groups() if part))))
