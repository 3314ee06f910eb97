r"""Find links to code and data in running text, such as an abstract or comment.

Only known hosts: code at GitHub (including gists), GitLab (any host named gitlab) and Bitbucket; datasets at Zenodo and
Hugging Face. Links to users, organizations and project pages are ignored. All spellings of a link give one URL: with or
without https://, as `\url{...}`, with `.git` at the end, a Zenodo record by its DOI or its page.
"""

import re
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from loaders.records.parts import Resource

Kind: TypeAlias = Literal["code", "dataset"]
LINK = re.compile(
    r"(?<![\w@./-])(?:https?://)?(?:www\.|dx\.)?"
    r"(?P<host>github\.com|gist\.github\.com|gitlab\.[a-z0-9.-]+|bitbucket\.org|huggingface\.co|zenodo\.org|doi\.org)/"
    r"(?P<path>[\w.~%+@/-]+)"
    r"|(?P<doi>10\.5281/zenodo\.\d+)",
    re.IGNORECASE | re.ASCII,
)
"""A link with or without its scheme, not preceded by a character that makes it a part of another word or URL."""
ESCAPED = re.compile(r"\\([_%#&~])")
ENDS = ".,;:!?-"
"""Punctuation that may follow a link."""
ZENODO_DOI = re.compile(r"10\.5281/zenodo\.(\d+)$", re.IGNORECASE)
ZENODO_PAGE = re.compile(r"records?/(\d+)(?:/|$)")
NOT_OWNERS = frozenset({"about", "apps", "features", "marketplace", "orgs", "search", "sponsors", "topics", "users"})
"""First segments of GitHub paths that are not the name of an owner."""
DEEP = frozenset({"tree", "blob"})
"""Path segments that refer to a folder or file within a repository."""


def resources(text: str) -> tuple[Resource, ...]:
    """Return the code and data that a text links to, in its order, each once, with `by="text"`."""
    kinds = dict(_find_links(ESCAPED.sub(r"\1", text)))
    return tuple(Resource(url=url, kind=kind, by="text") for url, kind in kinds.items())


def _find_links(text: str) -> Iterator[tuple[str, Kind]]:
    for link in LINK.finditer(text):
        host, path = (link["host"] or "doi.org").lower(), (link["path"] or link["doi"]).rstrip(ENDS).strip("/")
        name = "gitlab" if host.startswith("gitlab.") else host
        resource = HOSTS[name](host, path)
        if resource:
            yield resource


def _git(host: str, path: str) -> tuple[str, Kind] | None:
    """Return the repository, or the folder in it: `owner/name`, `owner/name/tree/main/part`."""
    parts = path.split("/")
    if len(parts) < 2 or parts[0].lower() in NOT_OWNERS or not all(parts):  # noqa: PLR2004 owner and name
        return None
    owner, name, *rest = parts
    repository = f"https://{host}/{owner}/{name.removesuffix('.git')}"
    return ("/".join([repository, *rest]) if rest and rest[0] in DEEP else repository), "code"


def _gitlab(host: str, path: str) -> tuple[str, Kind] | None:
    """Return the repository: groups can be nested, and `/-/` separates it from paths within."""
    repository = path.partition("/-/")[0].rstrip("/").removesuffix(".git")
    return (f"https://{host}/{repository}", "code") if "/" in repository else None


def _hugging_face(host: str, path: str) -> tuple[str, Kind] | None:
    """Return the dataset; models and spaces are neither code nor data."""
    first, *rest = path.split("/")
    return (f"https://{host}/datasets/{'/'.join(rest[:2])}", "dataset") if first == "datasets" and rest else None


def _zenodo(_: str, path: str) -> tuple[str, Kind] | None:
    """Return the page of the record; its number is also in the DOI."""
    match = ZENODO_PAGE.match(path) or ZENODO_DOI.search(path)
    return (f"https://zenodo.org/records/{match[1]}", "dataset") if match else None


HOSTS: dict[str, Callable[[str, str], tuple[str, Kind] | None]] = {
    "github.com": _git,
    "gist.github.com": _git,
    "gitlab": _gitlab,
    "bitbucket.org": _git,
    "huggingface.co": _hugging_face,
    "zenodo.org": _zenodo,
    "doi.org": _zenodo,
}
"""Host -> function that reads its paths."""
