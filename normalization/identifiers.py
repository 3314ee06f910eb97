"""Outside ids in one normal form, so that two spellings of one id are one string.

Every id is `scheme:value`. DOIs are lower case (they are compared without case), arXiv and ACL ids lose their version,
ORCID iDs keep hyphens, ROR ids are the nine characters alone. idutils knows the shapes and check digits; it neither
lower-cases DOIs nor strips arXiv versions: we do.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# idutils comes without types; every value that it gives passes str() here.

import re
from collections.abc import Callable
from functools import lru_cache


class IdentifierError(ValueError):
    """A text is no id of its scheme; the message says which form was expected."""


UNSEEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffc]"
)
"""Control characters, those of the direction of writing among them: in an id or key nobody sees them, and none has any.

Without them it might be another's, so that nothing takes them out.
"""
DOI = re.compile(r"^(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}(?:\.\d+)*/\S+)$", re.IGNORECASE)
ARXIV = re.compile(
    r"^(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*"
    r"|(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*)?10\.48550/arxiv\.)?"
    r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(v\d+)?(?:\.pdf)?(?:\s*\[[a-z.-]+\])?[.,;]?$",
    re.IGNORECASE,
)
"""An id of arXiv by itself, in an address, as arXiv has itself cited (arXiv:2201.11990 [cs.CL]), or in its DOI."""
ROR = re.compile(r"^(?:https?://)?(?:ror\.org/)?(0[a-hj-km-np-tv-z0-9]{6}\d{2})$", re.IGNORECASE)
HANDLE = re.compile(r"^(?:https?://hdl\.handle\.net/)?(\d[\d.]*/\S+)$", re.IGNORECASE)
OPENALEX = re.compile(r"^(?:https?://(?:api\.)?openalex\.org/)?(?:[a-z]+/)?([a-z]\d+)$", re.IGNORECASE)
ACL = re.compile(
    r"^(?:(?:https?://)?(?:www\.)?(?:aclanthology\.(?:org|info)/(?:papers/)?|aclweb\.org/anthology/)"
    r"(?:[a-z]/[a-z]\d\d/)?(?:[a-z]\d\d-\d+/(?=[a-z]\d\d-))?|acl:\s*)?"
    r"([a-z]\d\d-\d{1,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+)(?:v\d+)?(?:\.(?:pdf|bib|xml|endf))?/?(?:[?#].*)?$",
    re.IGNORECASE,
)
"""An id of the ACL Anthology (P02-1040, 2020.acl-main.169) by itself or in an address of today's or an older site."""
PERSON_SCHEMES = frozenset(
    {
        "orcid",
        "acl-person",
        "s2-person",
        "openalex-person",
        "dblp-person",
        "scopus-person",
        "researcherid",
        "sample-person",
    }
)
"""Schemes whose ids name a person."""
OF_DBLP = r"^(?:(?:https?://)?dblp\.(?:org|uni-trier\.de|dagstuhl\.de)/(?:rec|pid)/|dblp:\s*)?"
DBLP = re.compile(OF_DBLP + r"([^\s/]+/\S+?)(?:\.(?:html|xml|bib))?$", re.IGNORECASE)
"""A key of dblp's, by itself or in an address."""
DBLP_PERSON = re.compile(OF_DBLP + r"([^\s/]+/\S+?|\S.* \d{4})(?:\.(?:html|xml))?$", re.IGNORECASE)
"""A person's number at dblp, by itself or in an address; or a name with the number that tells it apart."""
FUNDER = re.compile(r"^(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*)?(?:10\.13039/)?(\d+)$", re.IGNORECASE)
S2 = re.compile(r"^(?:(?:https?://)?(?:www\.|api\.)?semanticscholar\.org/\S*?)?([0-9a-f]{40})/?$", re.IGNORECASE)
S2_CORPUS = re.compile(r"^(?:https?://api\.semanticscholar\.org/)?(?:corpusid:\s*)?(\d+)$", re.IGNORECASE)
S2_PERSON = re.compile(r"^(?:(?:https?://)?(?:www\.)?semanticscholar\.org/author/(?:\S+/)?)?(\d+)/?$", re.IGNORECASE)
PMCID = re.compile(
    r"^(?:(?:https?://)?(?:www\.ncbi\.nlm\.nih\.gov/pmc/|pmc\.ncbi\.nlm\.nih\.gov/|(?:www\.)?europepmc\.org/)articles/)?"
    r"(?:PMC)?(\d+)(?:\.\d+)?/?$",
    re.IGNORECASE,
)


ADDRESSED = ("doi", "arxiv", "orcid", "ror", "acl", "openalex")
"""Schemes whose ids are often given as addresses."""


@lru_cache(maxsize=200_000)
def normalize(raw: str) -> str:
    """Return `scheme:value` in normal form. Raises IdentifierError where it is no id of its scheme."""
    scheme, colon, value = raw.partition(":")
    scheme, value = scheme.strip().lower(), value.strip()
    if colon and scheme in EXAMPLES and not value:
        raise IdentifierError(f"The {scheme} id is empty: one looks like {EXAMPLES[scheme]}.")
    if UNSEEN.search(raw):
        raise IdentifierError(f"{escape_control_characters(raw)} is no id: a control character stands in it.")
    if not colon or not scheme or not value:
        raise IdentifierError(f"{raw!r} is no id: expected scheme:value, such as doi:10.1000/182.")
    try:
        return f"{scheme}:{_value(scheme, value)}"
    except (AttributeError, ValueError, TypeError, KeyError):
        raise IdentifierError(f"{value!r} is no {scheme} id: one looks like {EXAMPLES[scheme]}.") from None


def escape_control_characters(raw: str) -> str:
    """Return a text in which each control character is written as its number (U+0000 as backslash, u, 0000)."""
    return UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", raw)


def normalize_or_none(raw: str) -> str | None:
    """Return `scheme:value` in normal form, None where it is no id of its scheme."""
    try:
        return normalize(raw)
    except IdentifierError:
        return None


def key(raw: str) -> str:
    """Return the `scheme:value` under which an id is looked up: the normal form, or what arXiv's own DOI stands for.

    arXiv gives each of its papers the DOI 10.48550/arXiv.<id>, whether or not a source states it. What has such a DOI
    has the arXiv id (the loaders see to that), so the DOI is found by the other. Raises IdentifierError.
    Source: https://info.arxiv.org/help/doi.html
    """
    identifier = normalize(raw)
    return of_arxiv(identifier) or identifier


def address_key(raw: str) -> str | None:
    """Return the `scheme:value` under which an id is looked up that is written as an address; None where it is none."""
    if not raw.startswith(("https://", "http://")):
        return None
    return next((key(candidate) for scheme in ADDRESSED if normalize_or_none(candidate := f"{scheme}:{raw}")), None)


def of_arxiv(identifier: str) -> str | None:
    """Return the arXiv id that a `doi:value` of arXiv's own stands for, None for any other."""
    if not identifier.startswith("doi:10.48550/arxiv."):
        return None
    return normalize_or_none(f"arxiv:{identifier.removeprefix('doi:')}")


def arxiv_version(raw: str) -> str | None:
    """Return the version that an arXiv id or address names, such as ``v2``, or None."""
    match = ARXIV.match(raw.strip())
    return match[2] if match else None


def split(identifier: str) -> tuple[str, str]:
    """Split `scheme:value`."""
    scheme, _, value = identifier.partition(":")
    return scheme, value


def _value(scheme: str, value: str) -> str:
    form = FORMS.get(scheme)
    return form(value) if form else " ".join(value.split())


def _doi(value: str) -> str:
    return _match(DOI, value).lower().rstrip(".,;")


def _orcid(value: str) -> str:
    from idutils import normalizers, validators  # noqa: PLC0415 a quarter of a second, and few commands meet such ids

    bare = value.rstrip("/").rpartition("/")[2].upper()
    return _checked(validators.is_orcid, normalizers.normalize_orcid, bare)


def _issn(value: str) -> str:
    from idutils import normalizers, validators  # noqa: PLC0415 as above

    return _checked(validators.is_issn, normalizers.normalize_issn, value)


def _isbn(value: str) -> str:
    from idutils import normalizers, validators  # noqa: PLC0415 as above

    return _checked(validators.is_isbn, normalizers.normalize_isbn, value).replace("-", "")


def _volume(value: str) -> str:
    """Return what a volume goes by: `source:key`, or an ISSN with the number, or an ISBN, these in normal form."""
    scheme, colon, rest = value.partition(":")
    if not colon or not rest:
        raise ValueError(value)
    first, slash, more = rest.partition("/")
    form = {"issn": _issn, "isbn": _isbn}.get(scheme.lower())
    return f"{scheme.lower()}:{form(first)}{slash}{more}" if form else " ".join(value.split())


def _arxiv(value: str) -> str:
    identifier = _match(ARXIV, value)
    archive, slash, number = identifier.partition("/")
    if slash:  # math.GT/0309136 is filed as math/0309136
        return f"{archive.partition('.')[0].lower()}/{number}"
    return identifier


def _acl(value: str) -> str:
    identifier = _match(ACL, value)
    return identifier.upper() if identifier[0].isalpha() else identifier.lower()


def _match(pattern: re.Pattern[str], value: str) -> str:
    match = pattern.match(value)
    if not match:
        raise ValueError
    return match[1]


def _checked(valid: Callable[[str], object], form: Callable[[str], object], value: str) -> str:
    if not valid(value):
        raise ValueError
    return str(form(value))


PREPRINT_SERVERS = ("10.48550/", "10.1101/", "10.21203/", "10.2139/", "10.26434/", "10.31234/", "10.5281/")
"""DOI prefixes of arXiv, bioRxiv and medRxiv, Research Square, SSRN, ChemRxiv, PsyArXiv and Zenodo: a DOI of theirs
names the preprint of a work that may have a publisher's DOI besides."""


def is_preprint_doi(identifier: str) -> bool:
    """Tell whether `scheme:value` is a DOI that a preprint server gave."""
    return identifier.startswith(tuple(f"doi:{prefix}" for prefix in PREPRINT_SERVERS))


FORMS: dict[str, Callable[[str], str]] = {
    "doi": _doi,
    "arxiv": _arxiv,
    "acl": _acl,
    "ror": lambda value: _match(ROR, value).lower(),
    "orcid": _orcid,
    "handle": lambda value: _match(HANDLE, value).lower(),
    "openalex": lambda value: _match(OPENALEX, value).upper(),
    "openalex-person": lambda value: _match(OPENALEX, value).upper(),
    "s2": lambda value: _match(S2, value).lower(),
    "s2-corpus": lambda value: str(int(_match(S2_CORPUS, value))),
    "s2-person": lambda value: str(int(_match(S2_PERSON, value))),
    "isbn": _isbn,
    "issn": _issn,
    "volume": _volume,
    "pmid": lambda value: str(int(value)),
    "pmcid": lambda value: f"PMC{_match(PMCID, value)}",
    "dblp": lambda value: _match(DBLP, value),
    "dblp-person": lambda value: " ".join(_match(DBLP_PERSON, value).split()),
    "funder": lambda value: f"10.13039/{_match(FUNDER, value)}",
}
"""How each scheme's values are brought into normal form; other schemes' values are kept, white space folded."""

EXAMPLES = {
    "doi": "10.1000/182",
    "acl": "P02-1040 or 2020.acl-main.169",
    "arxiv": "2201.11990 or math/0309136",
    "ror": "03yrm5c26",
    "orcid": "0000-0002-1825-0097, whose last character is a check digit",
    "handle": "2027/mdp.39015050684560",
    "openalex": "W2741809807",
    "openalex-person": "A5023888391",
    "s2": "649def34f8be52c8b66281af98ae884c09aef38b",
    "s2-corpus": "215416146",
    "s2-person": "1741101",
    "isbn": "978-3-16-148410-0, whose last digit is a check digit",
    "issn": "2049-3630, whose last character is a check digit",
    "volume": "acl:2022.acl-long, isbn:978-3-16-148410-0 or issn:2049-3630/48",
    "pmid": "23193287",
    "pmcid": "PMC3531190",
    "dblp": "conf/acl/Doe20",
    "dblp-person": "22/3948 or Wei Wang 0001",
    "funder": "10.13039/100000001, of the Open Funder Registry",
}
"""How an id of each scheme in FORMS looks, for errors."""
