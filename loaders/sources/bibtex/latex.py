"""LaTeX as lists of references have it, as text: accents become letters, commands go, formulas stay."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# pylatexenc comes without types; every text that it gives passes str().

import re
from functools import cache, lru_cache
from typing import Any

from loaders.works.tex_accents import plainly

LONGEST = 200_000
"""Characters of a text of which the commands are read; of a longer one they are taken out."""
SIGNS = (
    *(("---", "\u2014"), ("--", "\u2013"), ("!`", "\u00a1"), ("?`", "\u00bf")),
    *(("``", "\u201c"), ("''", "\u201d"), ("~", " ")),
)
SILENT = re.compile(r"\\(?:noopsort|SortNoop|switchargs|bibsection)\s*\{[^{}]*\}")
"""Commands whose text sorts entries and is not printed."""
LINK = re.compile(r"\\href\s*\{[^{}]*\}")
ADDRESS = re.compile(r"\\(?:url|path|nolinkurl)\s*\{([^{}]*)\}")
BEFORE_ADDRESS = re.compile(r"\\(?:url|path|nolinkurl)\s*(?=\{)")
COMMAND = re.compile(r"\\[A-Za-z]+\*?\s*|\\(?=.)")
ESCAPED = re.compile(r"\\([_%&#$~^{}])(?:\{\})?")
TILDE = re.compile(r"\{?\$\\sim\$\}?|\\textasciitilde(?:\{\})?")


@lru_cache(maxsize=50_000)
def text(raw: str) -> str:
    r"""Return a text without LaTeX, on one line: `Erd{\H o}s` is Erdős, `{NP}` NP, `$x^2$` stays."""
    if "\\" not in raw and "$" not in raw:
        return _folded(_signs(raw.replace("{", "").replace("}", "")))
    raw = ADDRESS.sub(r"\1", LINK.sub("", SILENT.sub("", raw)))
    lettered = plainly(raw)
    if "\\" not in lettered and "$" not in lettered:
        return _folded(_signs(lettered.replace("{", "").replace("}", "")))
    try:
        if len(raw) > LONGEST:
            raise ValueError  # noqa: TRY301 one way out for all that cannot be read
        return _folded(_read(raw))
    except Exception:  # noqa: BLE001 whatever a reader of LaTeX trips over must not cost the record
        return _folded(_signs(COMMAND.sub("", lettered).replace("{", "").replace("}", "")))


def bare(raw: str) -> str:
    r"""Return an id or address without what LaTeX needs around it: `\url{https://x.org/a\_b}` is https://x.org/a_b."""
    raw = TILDE.sub("~", BEFORE_ADDRESS.sub("", raw))
    return ESCAPED.sub(r"\1", raw).replace("{", "").replace("}", "").strip()


def _signs(raw: str) -> str:
    for sign, meant in SIGNS:
        raw = raw.replace(sign, meant)
    return raw


def _folded(said: str) -> str:
    return " ".join(said.split())


def _read(raw: str) -> str:
    """Return a text without its commands; no file is looked into, and formulas and percent signs stay."""
    from pylatexenc.latexwalker import LatexWalker  # noqa: PLC0415 a tenth of a second, and few commands meet LaTeX

    writer, known = _tables()
    nodes, _, _ = LatexWalker(raw, latex_context=known).get_latex_nodes()
    return str(writer.nodelist_to_text(nodes))


@cache
def _tables() -> tuple[Any, Any]:
    """Return what writes commands as text, and the table of commands, which are made once."""
    from pylatexenc.latex2text import LatexNodes2Text  # noqa: PLC0415 as above
    from pylatexenc.latexwalker import get_default_latex_context_db  # noqa: PLC0415 as above

    return LatexNodes2Text(math_mode="verbatim", keep_comments=True), get_default_latex_context_db()
