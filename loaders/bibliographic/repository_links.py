r"""Find links to code and data in running text, such as an abstract or comment.

The module recognizes links to these hosts only: code at GitHub (including gists), GitLab (any host named gitlab) and
Bitbucket; datasets at Zenodo and Hugging Face. Links to users, organizations and project pages are ignored. All
spellings of a link give one URL: with or without https://, as `\url{...}`, with `.git` at the end, a Zenodo record by
its DOI or its page.
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
"""A link, with or without its scheme, that does not begin inside a word or another URL."""
ESCAPED = re.compile(r"\\([_%#&~])")
TRAILING_PUNCTUATION = ".,;:!?-"
"""Punctuation that may follow a link."""
ZENODO_DOI = re.compile(r"10\.5281/zenodo\.(\d+)$", re.IGNORECASE)
ZENODO_PAGE = re.compile(r"records?/(\d+)(?:/|$)")
RESERVED_FIRST_SEGMENTS = frozenset(
    {"about", "apps", "features", "marketplace", "orgs", "search", "sponsors", "topics", "users"}
)
"""First segments of GitHub paths that are not the name of an owner."""
SUBPATH_MARKERS = frozenset({"tree", "blob"})
"""Path segments that refer to a folder or file within a repository."""


def resources(text: str) -> tuple[Resource, ...]:
    """Return the code and data that a text links to, in its order, each once, with `by="text"`."""
    kinds = dict(_find_links(ESCAPED.sub(r"\1", text)))
    return tuple(Resource(url=url, kind=kind, by="text") for url, kind in kinds.items())


def _find_links(text: str) -> Iterator[tuple[str, Kind]]:
    for link in LINK.finditer(text):
        host, path = (
            (link["host"] or "doi.org").lower(),
            (link["path"] or link["doi"]).rstrip(TRAILING_PUNCTUATION).strip("/"),
        )
        name = "gitlab" if host.startswith("gitlab.") else host
        url_and_kind = PATH_PARSERS[name](host, path)
        if url_and_kind:
            yield url_and_kind


def _parse_repository_path(host: str, path: str) -> tuple[str, Kind] | None:
    """Return the repository, or the folder in it: `owner/name`, `owner/name/tree/main/part`."""
    parts = path.split("/")
    if len(parts) < 2 or parts[0].lower() in RESERVED_FIRST_SEGMENTS or not all(parts):  # noqa: PLR2004 owner and name
        return None
    owner, name, *rest = parts
    repository = f"https://{host}/{owner}/{name.removesuffix('.git')}"
    return ("/".join([repository, *rest]) if rest and rest[0] in SUBPATH_MARKERS else repository), "code"


def _parse_gitlab_path(host: str, path: str) -> tuple[str, Kind] | None:
    """Return the repository: groups can be nested, and `/-/` separates it from paths within."""
    repository = path.partition("/-/")[0].rstrip("/").removesuffix(".git")
    return (f"https://{host}/{repository}", "code") if "/" in repository else None


def _parse_hugging_face_path(host: str, path: str) -> tuple[str, Kind] | None:
    """Return the dataset, or None for a model or space."""
    first, *rest = path.split("/")
    return (f"https://{host}/datasets/{'/'.join(rest[:2])}", "dataset") if first == "datasets" and rest else None


def _parse_zenodo_path(_: str, path: str) -> tuple[str, Kind] | None:
    """Return the page of the record; its number is also in the DOI."""
    match = ZENODO_PAGE.match(path) or ZENODO_DOI.search(path)
    return (f"https://zenodo.org/records/{match[1]}", "dataset") if match else None


PATH_PARSERS: dict[str, Callable[[str, str], tuple[str, Kind] | None]] = {
    "github.com": _parse_repository_path,
    "gist.github.com": _parse_repository_path,
    "gitlab": _parse_gitlab_path,
    "bitbucket.org": _parse_repository_path,
    "huggingface.co": _parse_hugging_face_path,
    "zenodo.org": _parse_zenodo_path,
    "doi.org": _parse_zenodo_path,
}
"""Host -> function that reads its paths."""
