"""The manual on the server: the pages of the folder `docs` as HTML, at /manual and /manual/NAME."""

import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath

from markdown_it import MarkdownIt
from starlette.exceptions import HTTPException
from starlette.responses import Response

from byline.server.pages import render_page

PACKAGE = Path(__file__).parents[1]
FOLDERS = (PACKAGE / "manual", PACKAGE.parent / "docs")
"""The manual in an installed package, and in a clone of the project."""
FIRST = ("tutorial", "graphql-tutorial", "graphql", "cookbook", "search", "http", "errors", "graph", "loading")
"""Pages at the start of the list."""
NOT_IN_ANCHOR = re.compile(r"[^\w\- ]")
"""Characters of a heading that its anchor does not have."""
FOLDER_TITLES = {"decisions": "Design decisions", "sources": "Sources"}
"""Folder -> title above its pages in the list."""


@cache
def manual_pages() -> Mapping[str, Path]:
    """Return the file of each page by its name, such as `graphql` or `sources/acl`; empty without a manual."""
    folder = next((folder for folder in FOLDERS if folder.is_dir()), None)
    if folder is None:
        return {}
    files = {file.relative_to(folder).with_suffix("").as_posix(): file for file in sorted(folder.rglob("*.md"))}
    return {name: file for name, file in files.items() if not name.startswith("site/")}


def index_page() -> Response:
    """Return the list of pages."""
    pages = manual_pages()
    guides = sorted((name for name in pages if "/" not in name), key=lambda name: (_rank(name), name))
    groups = [("Guides and reference", guides)]
    for folder, title in FOLDER_TITLES.items():
        groups.append((title, [name for name in pages if name.startswith(f"{folder}/")]))
    listed = [(title, [(name, _title(pages[name])) for name in names]) for title, names in groups if names]
    return render_page("manual.html", title="Manual", groups=listed, content="")


def manual_page(name: str) -> Response:
    """Return a page of the manual. Raises HTTPException with status 404 for an unknown one."""
    if name not in manual_pages():
        raise HTTPException(404)
    file = manual_pages()[name]
    return render_page("manual.html", title=_title(file), groups=[], content=_to_html(name))


def _rank(name: str) -> int:
    return FIRST.index(name) if name in FIRST else len(FIRST)


@cache
def _title(file: Path) -> str:
    return file.read_text("utf-8").partition("\n")[0].lstrip("# ")


@cache
def _to_html(name: str) -> str:
    """Return a page as HTML: headings have anchors, and links lead to pages of this server."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(manual_pages()[name].read_text("utf-8"))
    for token, following in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", NOT_IN_ANCHOR.sub("", following.content.lower()).replace(" ", "-"))
        for child in following.children or ():
            if child.type == "link_open" and (target := _target(name, str(child.attrGet("href")))) is not None:
                child.attrSet("href", target)
            elif child.type == "link_open":
                child.attrs.pop("href")  # a file of the project that the server does not have
    return str(parser.renderer.render(tokens, parser.options, {}))


def _target(name: str, link: str) -> str | None:
    """Return the address of a link on a page, or None if it leads to a file outside the manual."""
    if "://" in link or link.startswith("#"):
        return link
    path, _, anchor = link.partition("#")
    page = normpath(join(dirname(name), path)).removesuffix(".md")
    if page not in manual_pages():
        return None
    return f"/manual/{page}" + (f"#{anchor}" if anchor else "")
