"""Markup in JSON, RIS and table text: tags are removed, and comparison signs stay."""

import time

import pytest

from loaders.formats.markup import strip_markup


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ('CDC\u2019s <emph type="ital">Guidelines, 2010</emph>: Oral', "CDC\u2019s Guidelines, 2010: Oral"),
        ("On <i>E. coli</i>, H<sub>2</sub>O and <B>x</B>", "On E. coli, H2O and x"),
        ("<scp>DNA</scp> <ovl>x</ovl><inf>2</inf> <strike>no</strike>", "DNA x2 no"),
        (
            '<a href="https://example.org/?a=b">Here</a> and <named-content content-type="g">there</named-content>',
            "Here and there",
        ),
        ('<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>x</mml:mi></mml:math>', "x"),
        ("<jats:p>One<jats:break/>two</jats:p><jats:p>three</jats:p>", "One two three"),
        ("<p>One</p><p>two<br>three", "One two three"),
        ("<p>One.<p>Two", "One. Two"),
        ("left </b> over", "left over"),
    ],
)
def test_tags_are_removed(said: str, text: str) -> None:
    """Tags of HTML, JATS and MathML, and publisher variants of them, are removed and their text stays."""
    assert strip_markup(said) == text


@pytest.mark.parametrize(
    "said",
    [
        "p < 0.05 and q > 3",
        "p<0.05",
        "a<b>c",
        "where a<b>c and x<i>y, u <i> v",
        "n<p>m",
        "a <b and c> d",
        "p <q and q> r",
        "x <em and y> z",
        "<10 and >5",
        "Generics: List<String> and Map<K, V>",
    ],
)
def test_comparison_signs_are_preserved(said: str) -> None:
    """A sign between values is not a tag, even if the following word is a tag name."""
    assert strip_markup(said) == said


def test_entities_become_characters() -> None:
    """An XML entity becomes the character that it stands for."""
    assert strip_markup("x &lt; y &amp; y&lt;b&gt;z") == "x < y & y<b>z"


def test_unclosed_tags_are_stripped_in_linear_time() -> None:
    """Signs that never close as tags cost one pass over the text."""
    began = time.process_time()
    for one in ("<b ", "<b a=", "<p>", "<", "<b" + " " * 50, "<a:"):
        strip_markup(one * 20_000)
    assert time.process_time() - began < 5
