"""Web addresses as sources have them: their normal form, and the ids that some stand for."""

from urllib.parse import unquote, urlsplit, urlunsplit

from cypher.identifiers import known
from loaders.refused import RecordError

WHOLE = {"arxiv.org": "arxiv", "aclanthology.org": "acl", "pmc.ncbi.nlm.nih.gov": "pmcid"}
"""Hosts whose addresses are ids in themselves."""
CASELESS = frozenset({"github.com", "www.github.com", "gitlab.com"})
"""Hosts on which the names of owners and repositories ignore case."""


def url(raw: str) -> str:
    """Return a web address in normal form: scheme and host in lower case, no fragment, no slash at the end.

    A repository's name on a host that ignores its case is in lower case too.
    Raises RecordError where it is no web address.
    """
    try:
        parts = urlsplit(raw.strip())
        if parts.scheme.lower() not in {"http", "https", "ftp"} or not parts.hostname:
            raise ValueError  # noqa: TRY301 one message for both ways in which it is wrong
    except ValueError:
        raise RecordError(f"{raw!r} is no web address.") from None
    host, path = parts.netloc.lower(), parts.path.rstrip("/")
    if host in CASELESS and path.count("/") <= len(("", "owner")):  # deeper paths name files, whose case counts
        path = path.lower()
    return urlunsplit((parts.scheme.lower(), host, path, parts.query, ""))


def address(raw: str | None) -> str | None:
    """Return an address in normal form, None where it is none: that must not cost the record."""
    try:
        return url(raw) if raw else None
    except RecordError:
        return None


def id_in(raw: str) -> str | None:
    """Return the id that an address stands for: a DOI, an arXiv id, one of the ACL Anthology, a handle, a PMCID."""
    text = unquote(raw.strip())
    host, _, path = text.partition("://")[2].partition("/")
    host = host.lower().removeprefix("www.")
    if host == "doi.org" or host.startswith(("dx.doi.", "doi.")):
        return known(f"doi:{path}")
    if host in WHOLE:
        return known(f"{WHOLE[host]}:{text.rstrip('/')}")
    if host == "hdl.handle.net":
        return known(f"handle:{path}")
    if host == "ncbi.nlm.nih.gov" and path.startswith("pmc/"):
        return known(f"pmcid:{text}")
    if host == "wikidata.org":
        return f"wikidata:{path.rpartition('/')[2]}"
    return None
