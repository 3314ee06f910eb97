"""The manual on the server."""

import re

import pytest
from starlette.exceptions import HTTPException

from byline.server.manual import index_page, manual_page, manual_pages

ANCHOR = re.compile(r'id="([^"]+)"')


def test_each_page_is_listed_and_its_links_lead_somewhere() -> None:
    """Each page of the manual is in the list; links between pages lead to pages with the anchor."""
    listed = re.findall(r'href="/manual/([^"#]+)"', bytes(index_page().body).decode())
    assert sorted(listed) == sorted(manual_pages())
    texts = {name: bytes(manual_page(name).body).decode() for name in listed}
    anchors = {name: set(ANCHOR.findall(text)) for name, text in texts.items()}
    assert all("<h1" in text for text in texts.values())
    for name, text in texts.items():
        for page, anchor in re.findall(r'href="/manual/([^"#]+)(?:#([^"]*))?"', text):
            assert page in texts, (name, page)
            assert not anchor or anchor in anchors[page], (name, page, anchor)


def test_page_is_html() -> None:
    """Tables and code are HTML; text of a page that looks like HTML is escaped."""
    text = bytes(manual_page("errors").body).decode()
    assert "<td><code>TOO_COSTLY</code></td>" in text
    assert "<script" not in text
    assert "default-src 'none'" in manual_page("errors").headers["content-security-policy"]


@pytest.mark.parametrize("name", ["nothing", "../pyproject", "site/index", ""])
def test_unknown_page_is_not_found(name: str) -> None:
    """A path outside the manual has status 404."""
    with pytest.raises(HTTPException) as caught:
        manual_page(name)
    assert caught.value.status_code == 404
