"""Normal form of external identifiers, so that all spellings of an ID become one string.

Every ID has the form `scheme:value`. DOIs are lower-case, because they are compared case-insensitively; arXiv and ACL
IDs have no version; ORCID iDs keep their hyphens; ROR IDs are the nine characters alone. idutils checks patterns and
check digits; this module adds lower-casing of DOIs and removal of versions.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# idutils has no types; its return values are converted with str() here.

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from urllib.parse import unquote


class IdentifierError(ValueError):
    """A text is not a valid ID of its scheme; the message shows the expected form."""


INVISIBLE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffc]"
)
"""Control characters, including those for text direction. They are invisible, and no valid ID contains them.

An ID with such characters is rejected: removing them could turn it into the ID of another entity.
"""
DOI = re.compile(r"^(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}(?:\.\d+)*/\S+)$", re.IGNORECASE)
ARXIV = re.compile(
    r"^(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*"
    r"|(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*)?10\.48550/arxiv\.)?"
    r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(v\d+)?(?:\.pdf)?(?:\s*\[[a-z.-]+\])?[.,;]?$",
    re.IGNORECASE,
)
"""An arXiv ID: plain, in a URL, as in arXiv's citations (arXiv:2201.11990 [cs.CL]), or in its DOI."""
ROR = re.compile(r"^(?:https?://)?(?:ror\.org/)?(0[a-hj-km-np-tv-z0-9]{6}\d{2})$", re.IGNORECASE)
HANDLE = re.compile(r"^(?:https?://hdl\.handle\.net/)?(\d[\d.]*/\S+)$", re.IGNORECASE)
OPENALEX = re.compile(r"^(?:https?://(?:api\.)?openalex\.org/)?(?:[a-z]+/)?([a-z]\d+)$", re.IGNORECASE)
ACL = re.compile(
    r"^(?:(?:https?://)?(?:www\.)?(?:aclanthology\.(?:org|info)/(?:papers/)?|aclweb\.org/anthology/)"
    r"(?:[a-z]/[a-z]\d\d/)?(?:[a-z]\d\d-\d+/(?=[a-z]\d\d-))?|acl:\s*)?"
    r"([a-z]\d\d-\d{1,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+)(?:v\d+)?(?:\.(?:pdf|bib|xml|endf))?/?(?:[?#].*)?$",
    re.IGNORECASE,
)
"""An ACL Anthology ID (P02-1040, 2020.acl-main.169): plain, or in a URL of the current site or an older one."""
ACL_VOLUME = re.compile(r"^acl:\s*([a-z]\d\d-\d{1,2}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+)$", re.IGNORECASE)
"""An ACL Anthology ID of a volume (P19-1, 2020.acl-main) after the scheme of papers."""
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
        "profile",
    }
)
"""Schemes of IDs of people."""
OF_DBLP = r"^(?:(?:https?://)?dblp\.(?:org|uni-trier\.de|dagstuhl\.de)/(?:rec|pid)/|dblp:\s*)?"
DBLP = re.compile(OF_DBLP + r"([^\s/]+/\S+?)(?:\.(?:html|xml|bib))?$", re.IGNORECASE)
"""A dblp key: plain or in a URL."""
DBLP_PERSON = re.compile(OF_DBLP + r"([^\s/]+/\S+?|\S.* \d{4})(?:\.(?:html|xml))?$", re.IGNORECASE)
"""A person at dblp: a number, plain or in a URL, or a name with a disambiguation number."""
FUNDER = re.compile(r"^(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*)?(?:10\.13039/)?(\d+)$", re.IGNORECASE)
S2 = re.compile(r"^(?:(?:https?://)?(?:www\.|api\.)?semanticscholar\.org/\S*?)?([0-9a-f]{40})/?$", re.IGNORECASE)
S2_CORPUS = re.compile(
    r"^(?:(?:https?://)?(?:www\.|api\.)?semanticscholar\.org/)?(?:corpusid:\s*)?(\d+)$", re.IGNORECASE
)
S2_PERSON = re.compile(r"^(?:(?:https?://)?(?:www\.)?semanticscholar\.org/author/(?:\S+/)?)?(\d+)/?$", re.IGNORECASE)
PMCID = re.compile(
    r"^(?:(?:https?://)?(?:(?:www\.)?ncbi\.nlm\.nih\.gov/pmc/articles/|pmc\.ncbi\.nlm\.nih\.gov/articles/"
    r"|(?:www\.)?europepmc\.org/(?:articles|article/PMC)/))?"
    r"(?:PMC)?(\d+)(?:\.\d+)?/?$",
    re.IGNORECASE,
)


PMID = re.compile(
    r"^(?:(?:https?://)?(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov/pubmed"
    r"|(?:www\.)?europepmc\.org/(?:article|abstract)/MED)/|PMID:?\s*)?(\d+)/?$",
    re.IGNORECASE,
)
URL_SCHEMES = tuple(
    (re.compile(rf"^(?:https?://)?(?:www\.|dx\.|api\.|export\.)?{pattern}", re.IGNORECASE), scheme)
    for pattern, scheme in (
        (r"doi\.org/10\.13039/", "funder"),
        (r"doi\.org/", "doi"),
        (r"arxiv\.org/", "arxiv"),
        (r"orcid\.org/", "orcid"),
        (r"ror\.org/", "ror"),
        (r"aclanthology\.org/people/(?:[a-z]/)?([^/]+)", "acl-person"),
        (r"aclanthology\.org/venues/([^/]+)", "acl-venue"),
        (r"aclanthology\.org/volumes/([^/]+)", "volume:acl"),
        (r"(?:aclanthology\.(?:org|info)|aclweb\.org)/", "acl"),
        (r"openalex\.org/(?:authors/|people/)?A\d", "openalex-person"),
        (r"openalex\.org/", "openalex"),
        (r"semanticscholar\.org/author/", "s2-person"),
        (r"semanticscholar\.org/corpusid:", "s2-corpus"),
        (r"semanticscholar\.org/", "s2"),
        (r"dblp\.(?:org|uni-trier\.de|dagstuhl\.de)/pid/", "dblp-person"),
        (r"dblp\.(?:org|uni-trier\.de|dagstuhl\.de)/rec/", "dblp"),
        (r"(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/", "pmid"),
        (r"europepmc\.org/(?:article|abstract)/MED/", "pmid"),
        (r"(?:ncbi\.nlm\.nih\.gov/pmc|pmc\.ncbi\.nlm\.nih\.gov|europepmc\.org)/articles/", "pmcid"),
        (r"europepmc\.org/article/PMC/", "pmcid"),
        (r"hdl\.handle\.net/", "handle"),
        (r"portal\.issn\.org/resource/issn/", "issn"),
        (r"[^/\s]+/doi/(?:[a-z]+/)?(10\.\d{4,}/.+)", "doi"),  # pages of publishers
    )
)
"""(beginning of a URL, scheme of the ID in it); the first match counts. A group of the pattern is the ID alone."""


@lru_cache(maxsize=50_000)
def normalize(raw: str) -> str:
    """Return `scheme:value` in normal form. Raises IdentifierError if it is not a valid ID of its scheme."""
    scheme, colon, value = raw.partition(":")
    scheme, value = scheme.strip().lower(), value.strip()
    if colon and scheme in EXAMPLES and not value:
        raise IdentifierError(f"The {scheme} ID is empty. Example: {EXAMPLES[scheme]}.")
    if INVISIBLE.search(raw):
        raise IdentifierError(f"{escape_control_characters(raw)} is not a valid ID: it contains a control character.")
    if not colon or not scheme or not value:
        raise IdentifierError(f"{raw!r} is not a valid ID. Expected scheme:value, such as doi:10.1000/182.")
    try:
        return f"{scheme}:{_value(scheme, value)}"
    except (AttributeError, ValueError, TypeError, KeyError):
        raise IdentifierError(f"{value!r} is not a valid {scheme} ID. Example: {EXAMPLES[scheme]}.") from None


def escape_control_characters(raw: str) -> str:
    """Return a text with each control character as an escape (U+0000 as backslash, u, 0000)."""
    return INVISIBLE.sub(lambda match: f"\\u{ord(match[0]):04x}", raw)


def normalize_or_none(raw: str) -> str | None:
    """Return `scheme:value` in normal form, or None if it is not a valid ID of its scheme."""
    try:
        return normalize(raw)
    except IdentifierError:
        return None


def valid_ids(scheme: str, values: Iterable[str | None]) -> tuple[str, ...]:
    """Return the IDs of one scheme in normal form, each once, in order, without absent and invalid ones.

    Args:
        scheme: Scheme of all values, such as `issn`.
        values: The IDs as a source writes them, without the scheme: `["2049-3630", None, "print only"]`.
    """
    identifiers = (normalize_or_none(f"{scheme}:{value}") for value in values if value)
    return tuple(dict.fromkeys(filter(None, identifiers)))


def lookup_key(raw: str) -> str:
    """Return the lookup key of an ID: its normal form, or the arXiv ID for a DOI of arXiv. Raises IdentifierError.

    arXiv registers the DOI 10.48550/arXiv.<id> for each of its papers, even if no source states it. The loaders store
    the arXiv ID for such DOIs, so that both find the paper. Source: https://info.arxiv.org/help/doi.html
    """
    identifier = normalize(raw)
    return of_arxiv(identifier) or identifier


def entity_key(raw: str) -> str:
    """Return the lookup key of an entity's external ID as people write it. Raises IdentifierError.

    Args:
        raw: `scheme:value`, the URL of an entity, or `acl:` and the ACL Anthology's ID of a paper or a volume.
    """
    if (key := lookup_key_of_url(raw)) is not None:
        return key
    if match := ACL_VOLUME.match(raw):
        return lookup_key(f"volume:acl:{match[1].upper() if match[1][0].isalpha() else match[1].lower()}")
    return lookup_key(raw)


def lookup_key_of_url(raw: str) -> str | None:
    """Return the lookup key of an ID in a URL, such as https://doi.org/10.1000/182; None for other texts.

    Args:
        raw: a URL with its protocol, of a site in `URL_SCHEMES`.
    """
    if not is_url(raw):
        return None
    url = unquote(raw.partition("?")[0].partition("#")[0].rstrip("/"))  # without query, fragment and final slashes
    for beginning, scheme in URL_SCHEMES:
        if match := beginning.match(url):
            identifier = f"{scheme}:{match[1] if match.lastindex else url}"
            return lookup_key(identifier) if normalize_or_none(identifier) else None
    return None


def is_url(raw: str) -> bool:
    """Return True if a text begins with the protocol of a web page."""
    return raw[:8].lower().startswith(("https://", "http://"))


def of_arxiv(identifier: str) -> str | None:
    """Return the arXiv ID of a `doi:value` registered by arXiv, or None."""
    if not identifier.startswith("doi:10.48550/arxiv."):
        return None
    return normalize_or_none(f"arxiv:{identifier.removeprefix('doi:')}")


def arxiv_version(raw: str) -> str | None:
    """Return the version in an arXiv ID or URL, such as ``v2``, or None."""
    match = ARXIV.match(raw.strip())
    return match[2] if match else None


def split_id(identifier: str) -> tuple[str, str]:
    """Split `scheme:value` into scheme and value."""
    scheme, _, value = identifier.partition(":")
    return scheme, value


def _value(scheme: str, value: str) -> str:
    form = FORMS.get(scheme)
    return form(value) if form else " ".join(value.split())


def _doi(value: str) -> str:
    return _match(DOI, value).lower().rstrip(".,;")


def _orcid(value: str) -> str:
    from idutils import normalizers, validators  # noqa: PLC0415 takes 0.25 s, and few commands need it

    bare = value.rstrip("/").rpartition("/")[2].upper()
    return _checked(validators.is_orcid, normalizers.normalize_orcid, bare)


def _issn(value: str) -> str:
    from idutils import normalizers, validators  # noqa: PLC0415 as above

    return _checked(validators.is_issn, normalizers.normalize_issn, value.rstrip("/").rpartition("/")[2])


def _isbn(value: str) -> str:
    from idutils import normalizers, validators  # noqa: PLC0415 as above

    return _checked(validators.is_isbn, normalizers.normalize_isbn, value).replace("-", "")


def _volume(value: str) -> str:
    """Return a volume ID in normal form: `source:key`, an ISSN with a volume number, or an ISBN."""
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
"""DOI prefixes of arXiv, bioRxiv and medRxiv, Research Square, SSRN, ChemRxiv, PsyArXiv and Zenodo.

Such a DOI identifies a preprint; the same work may also have a publisher's DOI.
"""


def is_preprint_doi(identifier: str) -> bool:
    """Return True if `scheme:value` is a DOI of a preprint server."""
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
    "pmid": lambda value: str(int(_match(PMID, value))),
    "pmcid": lambda value: f"PMC{_match(PMCID, value)}",
    "dblp": lambda value: _match(DBLP, value),
    "dblp-person": lambda value: " ".join(_match(DBLP_PERSON, value).split()),
    "funder": lambda value: f"10.13039/{_match(FUNDER, value)}",
}
"""Normalization of each scheme; values of other schemes only get their white space collapsed."""

EXAMPLES = {
    "doi": "10.1000/182",
    "acl": "P02-1040 or 2020.acl-main.169",
    "arxiv": "2201.11990 or math/0309136",
    "ror": "03yrm5c26",
    "orcid": "0000-0002-1825-0097, with a check digit at the end",
    "handle": "2027/mdp.39015050684560",
    "openalex": "W2741809807",
    "openalex-person": "A5023888391",
    "s2": "649def34f8be52c8b66281af98ae884c09aef38b",
    "s2-corpus": "215416146",
    "s2-person": "1741101",
    "isbn": "978-3-16-148410-0, with a check digit at the end",
    "issn": "2049-3630, with a check digit at the end",
    "volume": "acl:2022.acl-long, isbn:978-3-16-148410-0 or issn:2049-3630/48",
    "pmid": "23193287",
    "pmcid": "PMC3531190",
    "dblp": "conf/acl/Doe20",
    "dblp-person": "22/3948 or Wei Wang 0001",
    "funder": "10.13039/100000001, of the Open Funder Registry",
}
"""Examples of the schemes in FORMS, for error messages."""
