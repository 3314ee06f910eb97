"""Render Markdown of users to HTML that a page can include: CommonMark with strikethrough, without HTML and images.

Images are omitted because their host would learn who reads a page, and tables because a short text can produce 100,000
cells. A relative link stays text, as does HTML.
"""

import html
import re
import unicodedata
from asyncio import to_thread
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from accounts.errors import ActError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from nh3 import Cleaner

LINK_SCHEMES = frozenset({"http", "https", "mailto"})
"""Schemes of the URLs that a link can have."""
TAGS = frozenset(
    "a blockquote br code em h1 h2 h3 h4 h5 h6 hr li ol p pre s strong ul".split()  # noqa: SIM905 shorter to read
)
"""Elements that the HTML can have."""
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
LINK_RELATION = "nofollow ugc noopener noreferrer"
"""Value of `rel` of each link: search engines do not count it, and the linked site receives no referrer."""

TAG = re.compile(r"""<(?:"[^"]*"|[^">])*>""")
BLANK_CHARACTERS = frozenset("`\u115f\u1160\u2800\u3164\uffa0")
"""Backticks, which begin and end code, and letters and symbols without a shape."""


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
        url_schemes=set(LINK_SCHEMES),
        link_rel=LINK_RELATION,
    )
    return _Renderer(markdown, cleaner)


def _is_absolute(url: str) -> bool:
    return url.lower().startswith(
        tuple(f"{scheme}:" if scheme == "mailto" else f"{scheme}://" for scheme in LINK_SCHEMES)
    )


def render_blocking(text: str) -> str:
    """Return sanitized HTML of a Markdown text."""
    renderer = _renderer()
    return renderer.cleaner.clean(str(renderer.markdown.render(text)))


async def render_visible(text: str, field: str) -> str:
    """Return sanitized HTML of a Markdown text, rendered in a thread: hostile texts take up to 0.2 s.

    Args:
        text: Markdown.
        field: name of the input field.

    Raises:
        ActError: The HTML has no visible character, as of `> > >`.
    """
    rendered, visible = await to_thread(_render, text)
    if not visible:
        raise ActError(
            f"{field} is {text[:100]!r}, which shows no text when it is rendered as Markdown. Expected at least one "
            "visible character outside of the markup.",
            field,
        )
    return rendered


def _render(text: str) -> tuple[str, bool]:
    """Return the HTML of a Markdown text, and whether it has a visible character."""
    rendered = render_blocking(text)
    shown = html.unescape(TAG.sub("", rendered))
    return rendered, any(
        not character.isspace() and character not in BLANK_CHARACTERS and unicodedata.category(character) != "Cf"
        for character in shown
    )
