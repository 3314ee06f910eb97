# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# pylatexenc comes without types.

import string

import pytest
from pylatexenc.latex2text import LatexNodes2Text

from loaders.bibliographic.tex_accents import ABOVE, LETTERS, decode_accents


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ('Schr\\"odinger', "Schrödinger"),
        ('Schr{\\"o}dinger', "Schrödinger"),
        ('Schr\\"{o}dinger', "Schrödinger"),
        ("Erd\\H{o}s", "Erdős"),
        ("Ho\\v rava, \\v{S}afa\\v{r}\\'{\\i}k", "Hořava, Šafařík"),
        ("{\\O}ystein \\AA s, Gro\\ss e", "Øystein Ås, Große"),
        ("Fran\\c{c}ois \\L{}ukasz", "François Łukasz"),
        ("K{\\i}z{\\i}lkaya", "K\u0131z\u0131lkaya"),
        ("$\\bar{x}\\'y$ and \\alpha", "$\\bar{x}\\'y$ and \\alpha"),
        ("\\vec{v} \\chi \\url{u} \\over", "\\vec{v} \\chi \\url{u} \\over"),
    ],
)
def test_accents_become_letters(typed: str, plain: str) -> None:
    """TeX accents become letters in every spelling; formulas and commands with the same beginning stay."""
    assert decode_accents(typed) == plain


def test_accents_match_latex_reader() -> None:
    """Every accent on every letter and every special letter equals the result of a full LaTeX reader."""
    typed = [f"{{\\{command}{{{letter}}}}}" for command in ABOVE for letter in string.ascii_letters]
    typed += [f"{{\\{command}}}" for command in LETTERS]
    reader = LatexNodes2Text()
    assert {one: decode_accents(one) for one in typed} == {one: str(reader.latex_to_text(one)) for one in typed}
