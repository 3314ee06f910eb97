"""Web addresses as sources have them: those that are none are left out, not their records."""

from urllib.parse import unquote

from cypher.identifiers import known
from loaders.normalise import url
from loaders.source import RecordError

WHOLE = {"arxiv.org": "arxiv", "aclanthology.org": "acl", "pmc.ncbi.nlm.nih.gov": "pmcid"}
"""Hosts whose addresses are ids in themselves."""


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
