"""Normalize URLs, and extract the IDs that some of them contain."""

from urllib.parse import unquote, urlsplit, urlunsplit

from loaders.records.errors import InvalidRecordError
from normalization.identifiers import normalize_or_none

WHOLE = {"arxiv.org": "arxiv", "aclanthology.org": "acl", "pmc.ncbi.nlm.nih.gov": "pmcid"}
"""Hosts -> scheme: the full URL is a spelling of the ID."""
CASELESS = frozenset({"github.com", "www.github.com", "gitlab.com"})
"""Hosts on which names of owners and repositories are case-insensitive."""


def url(raw: str) -> str:
    """Return a URL in normal form: scheme and host in lower case, without fragment and trailing slash.

    Repository names are in lower case too on hosts that ignore their case.

    Raises:
        InvalidRecordError: it is not a valid URL.
    """
    try:
        parts = urlsplit(raw.strip())
        if parts.scheme.lower() not in {"http", "https", "ftp"} or not parts.hostname:
            raise ValueError  # noqa: TRY301 both kinds of error have one message
    except ValueError:
        raise InvalidRecordError(f"{raw!r} is not a valid URL; expected http, https or ftp.") from None
    host, path = parts.netloc.lower(), parts.path.rstrip("/")
    if host in CASELESS and path.count("/") <= len(("", "owner")):  # deeper paths are case-sensitive file names
        path = path.lower()
    return urlunsplit((parts.scheme.lower(), host, path, parts.query, ""))


def normalize_url(raw: str | None) -> str | None:
    """Return a URL in normal form, or None if it is invalid, so that the record is not rejected."""
    try:
        return url(raw) if raw else None
    except InvalidRecordError:
        return None


def extract_identifier(raw: str) -> str | None:
    """Return the ID in a URL: a DOI, an arXiv ID, an ACL Anthology ID, a handle, a PMCID, a Wikidata ID; else None."""
    text = unquote(raw.strip())
    host, _, path = text.partition("://")[2].partition("/")
    host = host.lower().removeprefix("www.")
    if host == "doi.org" or host.startswith(("dx.doi.", "doi.")):
        return normalize_or_none(f"doi:{path}")
    if host in WHOLE:
        return normalize_or_none(f"{WHOLE[host]}:{text.rstrip('/')}")
    if host == "hdl.handle.net":
        return normalize_or_none(f"handle:{path}")
    if host == "ncbi.nlm.nih.gov" and path.startswith("pmc/"):
        return normalize_or_none(f"pmcid:{text}")
    if host == "wikidata.org":
        return f"wikidata:{path.rpartition('/')[2]}"
    return None
