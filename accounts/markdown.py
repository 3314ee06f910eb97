"""Render Markdown of users to HTML that a page can include: CommonMark with strikethrough, without HTML and images.

Images are left out because they tell their host who reads a page, and tables because a short text can make one of
100,000 cells. Links are absolute; everything else stays text.
"""

from asyncio import to_thread
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from nh3 import Cleaner

SCHEMES = frozenset({"http", "https", "mailto"})
"""Schemes of the URLs that a link can have."""
TAGS = frozenset(
    "a blockquote br code em h1 h2 h3 h4 h5 h6 hr li ol p pre s strong ul".split()  # noqa: SIM905 shorter to read
)
"""Elements that the HTML can have."""
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
LINK_RELATION = "nofollow ugc noopener noreferrer"
"""Value of `rel` of each link: search engines do not count it, and its target does not learn the page."""


class _Renderer(NamedTuple):
    markdown: "MarkdownIt"
    cleaner: "Cleaner"


@cache
def _renderer() -> _Renderer:
    from markdown_it import MarkdownIt  # noqa: PLC0415 most commands and requests need no Markdown
    from nh3 import Cleaner  # noqa: PLC0415 as above

    markdown = MarkdownIt("commonmark", {"html": False}).enable("strikethrough").disable("image")
    markdown.validateLink = _is_absolute
    cleaner = Cleaner(
        tags=set(TAGS),
        attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
        url_schemes=set(SCHEMES),
        link_rel=LINK_RELATION,
    )
    return _Renderer(markdown, cleaner)


def _is_absolute(url: str) -> bool:
    return url.lower().startswith(tuple(f"{scheme}:" if scheme == "mailto" else f"{scheme}://" for scheme in SCHEMES))


def rendered(text: str) -> str:
    """Return sanitized HTML of a Markdown text."""
    renderer = _renderer()
    return renderer.cleaner.clean(str(renderer.markdown.render(text)))


async def render(text: str) -> str:
    """Return sanitized HTML of a Markdown text, rendered in a thread: hostile texts take up to 0.2 s."""
    return await to_thread(rendered, text)
