"""Convert the LaTeX of bibliographies to text: accents become letters, commands are removed, formulas stay."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# pylatexenc has no type annotations; each text that it returns is passed through str().

import re
from functools import cache, lru_cache
from typing import Any

from loaders.bibliographic.tex_accents import decode_accents

LONGEST = 200_000
"""Maximum length of a text, in characters, whose commands are interpreted; from longer texts commands are removed."""
SIGNS = (
    *(("---", "\u2014"), ("--", "\u2013"), ("!`", "\u00a1"), ("?`", "\u00bf")),
    *(("``", "\u201c"), ("''", "\u201d"), ("~", " ")),
)
SILENT = re.compile(r"\\(?:noopsort|SortNoop|switchargs|bibsection)\s*\{[^{}]*\}")
"""Commands whose argument only sorts entries and is not printed."""
LINK = re.compile(r"\\href\s*\{[^{}]*\}")
ADDRESS = re.compile(r"\\(?:url|path|nolinkurl)\s*\{([^{}]*)\}")
BEFORE_ADDRESS = re.compile(r"\\(?:url|path|nolinkurl)\s*(?=\{)")
COMMAND = re.compile(r"\\[A-Za-z]+\*?\s*|\\(?=.)")
ESCAPED = re.compile(r"\\([_%&#$~^{}])(?:\{\})?")
TILDE = re.compile(r"\{?\$\\sim\$\}?|\\textasciitilde(?:\{\})?")


@lru_cache(maxsize=50_000)
def text(raw: str) -> str:
    r"""Return a text without LaTeX, on one line: `Erd{\H o}s` becomes Erdős, `{NP}` NP; `$x^2$` stays."""
    if "\\" not in raw and "$" not in raw:
        return _folded(_signs(raw.replace("{", "").replace("}", "")))
    raw = ADDRESS.sub(r"\1", LINK.sub("", SILENT.sub("", raw)))
    lettered = decode_accents(raw)
    if "\\" not in lettered and "$" not in lettered:
        return _folded(_signs(lettered.replace("{", "").replace("}", "")))
    try:
        if len(raw) > LONGEST:
            raise ValueError  # noqa: TRY301 use the same fallback as for unreadable LaTeX
        return _folded(_latex_to_text(raw))
    except Exception:  # noqa: BLE001 an error of the LaTeX parser must not reject the record
        return _folded(_signs(COMMAND.sub("", lettered).replace("{", "").replace("}", "")))


def strip_commands(raw: str) -> str:
    r"""Return an ID or URL without LaTeX escapes: `\url{https://x.org/a\_b}` becomes https://x.org/a_b."""
    raw = TILDE.sub("~", BEFORE_ADDRESS.sub("", raw))
    return ESCAPED.sub(r"\1", raw).replace("{", "").replace("}", "").strip()


def _signs(raw: str) -> str:
    for sign, replacement in SIGNS:
        raw = raw.replace(sign, replacement)
    return raw


def _folded(raw: str) -> str:
    return " ".join(raw.split())


def _latex_to_text(raw: str) -> str:
    r"""Return a text without its commands; `\input` files are not read, and formulas and percent signs stay."""
    from pylatexenc.latexwalker import LatexWalker  # noqa: PLC0415 takes 0.1 s to import and is rarely needed

    writer, known = _tables()
    nodes, _, _ = LatexWalker(raw, latex_context=known).get_latex_nodes()
    return str(writer.nodelist_to_text(nodes))


@cache
def _tables() -> tuple[Any, Any]:
    """Return the text writer and the table of known commands; both are created once."""
    from pylatexenc.latex2text import LatexNodes2Text  # noqa: PLC0415 as above
    from pylatexenc.latexwalker import get_default_latex_context_db  # noqa: PLC0415 as above

    return LatexNodes2Text(math_mode="verbatim", keep_comments=True), get_default_latex_context_db()
