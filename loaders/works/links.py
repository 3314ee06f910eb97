r"""Links to code and data in running text, such as an abstract or a comment, as resources.

Known hosts alone: code at GitHub (gists too), GitLab (any host named gitlab) and Bitbucket; data sets at Zenodo and
among Hugging Face's datasets. A link that leads to a person, an organisation or a project's page is neither. One
thing has one address, however it is written: with or without https://, as `\url{...}`, with `.git` at the end, a Zenodo
record by its DOI or by its page.
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
"""A link, its scheme left out or not; no sign before it that would make it part of another word or address."""
ESCAPED = re.compile(r"\\([_%#&~])")
ENDS = ".,;:!?-"
"""What may follow a link and be part of the sentence."""
ZENODO_DOI = re.compile(r"10\.5281/zenodo\.(\d+)$", re.IGNORECASE)
ZENODO_PAGE = re.compile(r"records?/(\d+)(?:/|$)")
NOT_OWNERS = frozenset({"about", "apps", "features", "marketplace", "orgs", "search", "sponsors", "topics", "users"})
"""First parts of GitHub's addresses that are no owner's name."""
DEEP = frozenset({"tree", "blob"})
"""What leads on from a repository to a folder or file within it."""


def resources(text: str) -> tuple[Resource, ...]:
    """Return the code and data that a text links to, in its order, each once; all say `by="text"`."""
    found = dict(_found(ESCAPED.sub(r"\1", text)))
    return tuple(Resource(url=url, kind=kind, by="text") for url, kind in found.items())


def _found(text: str) -> Iterator[tuple[str, Kind]]:
    for link in LINK.finditer(text):
        host, path = (link["host"] or "doi.org").lower(), (link["path"] or link["doi"]).rstrip(ENDS).strip("/")
        name = "gitlab" if host.startswith("gitlab.") else host
        found = HOSTS[name](host, path)
        if found:
            yield found


def _git(host: str, path: str) -> tuple[str, Kind] | None:
    """Name the repository, or the folder within it that is meant: `owner/name`, `owner/name/tree/main/part`."""
    parts = path.split("/")
    if len(parts) < 2 or parts[0].lower() in NOT_OWNERS or not all(parts):  # noqa: PLR2004 owner and name
        return None
    owner, name, *rest = parts
    repository = f"https://{host}/{owner}/{name.removesuffix('.git')}"
    return ("/".join([repository, *rest]) if rest and rest[0] in DEEP else repository), "code"


def _gitlab(host: str, path: str) -> tuple[str, Kind] | None:
    """Name the repository: its groups nest, and `/-/` parts it from what lies within."""
    repository = path.partition("/-/")[0].rstrip("/").removesuffix(".git")
    return (f"https://{host}/{repository}", "code") if "/" in repository else None


def _hugging_face(host: str, path: str) -> tuple[str, Kind] | None:
    """Name the data set; models and spaces are neither code nor data."""
    first, *rest = path.split("/")
    return (f"https://{host}/datasets/{'/'.join(rest[:2])}", "dataset") if first == "datasets" and rest else None


def _zenodo(_: str, path: str) -> tuple[str, Kind] | None:
    """Name the record by its page, for its number is also its DOI's."""
    found = ZENODO_PAGE.match(path) or ZENODO_DOI.search(path)
    return (f"https://zenodo.org/records/{found[1]}", "dataset") if found else None


HOSTS: dict[str, Callable[[str, str], tuple[str, Kind] | None]] = {
    "github.com": _git,
    "gist.github.com": _git,
    "gitlab": _gitlab,
    "bitbucket.org": _git,
    "huggingface.co": _hugging_face,
    "zenodo.org": _zenodo,
    "doi.org": _zenodo,
}
"""How each host's addresses are read."""
