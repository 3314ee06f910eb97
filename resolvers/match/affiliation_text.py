"""Parse affiliations as users write them: split into parts, expand abbreviations, unify names of countries."""

import re

from normalization.text import fold

SEPARATOR = re.compile(r"[,;|/\n]|\s[-\u2013\u2014]\s|[()]")
ACRONYM = re.compile(r"^[A-Z][A-Za-z]{0,7}[A-Z]$")
EXPANSIONS = {
    "univ": "university",
    "uni": "university",
    "inst": "institute",
    "dept": "department",
    "dep": "department",
    "natl": "national",
    "nat": "national",
    "intl": "international",
    "lab": "laboratory",
    "labs": "laboratories",
    "acad": "academy",
    "sci": "science",
    "sciences": "science",
    "coll": "college",
    "hosp": "hospital",
    "ctr": "center",
    "cent": "center",
    "centre": "center",
    "eng": "engineering",
    "engn": "engineering",
    "comp": "computer",
    "technol": "technology",
    "res": "research",
    "fac": "faculty",
    "sch": "school",
    "med": "medical",
    "cs": "computer science",
    "polytech": "polytechnic",
    "fed": "federal",
    "soc": "society",
    "fdn": "foundation",
    "corp": "corporation",
}
"""Expansions of abbreviations, and equivalent spellings."""
OMITTED_WORDS = frozenset({"the", "and", "at", "ltd", "inc", "llc", "gmbh", "co", "plc", "st"})
"""Words that do not distinguish institutions. "of" does: Washington University is not the University of Washington."""
SUBUNITS = frozenset(
    {"department", "school", "faculty", "division", "group", "chair", "section", "unit", "team", "laboratory", "office"}
)
"""Words with which names of parts of an institution begin."""
COUNTRIES = {
    "usa": "united states",
    "us": "united states",
    "u s a": "united states",
    "u s": "united states",
    "united states of america": "united states",
    "uk": "united kingdom",
    "u k": "united kingdom",
    "england": "united kingdom",
    "scotland": "united kingdom",
    "wales": "united kingdom",
    "great britain": "united kingdom",
    "northern ireland": "united kingdom",
    "pr china": "china",
    "p r china": "china",
    "prc": "china",
    "peoples republic of china": "china",
    "korea": "south korea",
    "republic of korea": "south korea",
    "rep of korea": "south korea",
    "holland": "the netherlands",
    "netherlands": "the netherlands",
    "czech republic": "czechia",
    "russian federation": "russia",
    "turkey": "turkiye",
    "viet nam": "vietnam",
    "brasil": "brazil",
    "deutschland": "germany",
    "espana": "spain",
    "uae": "united arab emirates",
    "macau": "macao",
}
"""Folded variant of a country's name -> main name."""
MAX_PARTS = 8


def expand_abbreviations(text: str) -> str:
    """Return a folded text with expanded abbreviations, without the words that do not distinguish institutions."""
    tokens = fold(text.replace("&", " and ")).split()
    if "tech" in tokens and {"inst", "institute"} & set(tokens):
        tokens = ["technology" if word == "tech" else word for word in tokens]
    if "u" in tokens[:-1]:  # "U. of Foo"
        tokens = [
            "university" if word == "u" and tokens[i + 1 : i + 2] == ["of"] else word for i, word in enumerate(tokens)
        ]
    elif tokens[-1:] == ["u"]:
        tokens[-1] = "university"
    return " ".join(EXPANSIONS.get(word, word) for word in tokens if word not in OMITTED_WORDS)


def parts(text: str) -> list[str]:
    """Return the parts of an affiliation between commas, brackets and dashes, as written."""
    pieces = [part.strip() for part in SEPARATOR.split(text) if fold(part)]
    return list(dict.fromkeys(pieces))[:MAX_PARTS]


def country(text: str) -> str:
    """Return the folded main name of a country; a text that is no country is only folded."""
    folded = fold(text)
    return COUNTRIES.get(folded, folded)


def is_acronym(part: str) -> bool:
    """Return True if a part may be the acronym of an institution, such as MIT but not USA. It has only letters."""
    return bool(ACRONYM.match(part)) and fold(part) not in COUNTRIES


def is_subunit(spelled: str) -> bool:
    """Return True if a part names a subunit of an institution, such as a department."""
    return bool(SUBUNITS & set(spelled.split()[:3])) and "university" not in spelled.split()
