"""Affiliations as people write them: parted, abbreviations spelled out, countries under one name."""

import re

from normalization.text import fold

SPLIT = re.compile(r"[,;|/\n]|\s[-\u2013\u2014]\s|[()]")
ACRONYM = re.compile(r"^[A-Z][A-Za-z]{0,7}[A-Z]$")
WHOLE = {
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
    "center": "center",
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
SILENT = frozenset({"the", "and", "at", "ltd", "inc", "llc", "gmbh", "co", "plc", "st"})
"""Words that do not tell places apart. "of" does: "Washington University" is not the University of Washington."""
WITHIN = frozenset(
    {"department", "school", "faculty", "division", "group", "chair", "section", "unit", "team", "laboratory", "office"}
)
"""How parts of an institution begin."""
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
"""Other names of countries, folded."""
MOST_PARTS = 8


def expand_abbreviations(text: str) -> str:
    """Return a folded text with abbreviations spelled out and silent words left out."""
    tokens = fold(text.replace("&", " and ")).split()
    if "tech" in tokens and {"inst", "institute"} & set(tokens):
        tokens = ["technology" if word == "tech" else word for word in tokens]
    if "u" in tokens[:-1]:  # "U. of Foo"
        tokens = [
            "university" if word == "u" and tokens[i + 1 : i + 2] == ["of"] else word for i, word in enumerate(tokens)
        ]
    elif tokens[-1:] == ["u"]:
        tokens[-1] = "university"
    return " ".join(WHOLE.get(word, word) for word in tokens if word not in SILENT)


def parts(text: str) -> list[str]:
    """Return the parts of an affiliation between commas, brackets and dashes, as written."""
    pieces = [part.strip() for part in SPLIT.split(text) if fold(part)]
    return list(dict.fromkeys(pieces))[:MOST_PARTS]


def country(text: str) -> str:
    """Return a country's folded name, under one of its names."""
    folded = fold(text)
    return COUNTRIES.get(folded, folded)


def is_acronym(part: str) -> bool:
    """Return True if a part may be an acronym, such as MIT but not USA: its letters are then safe in a query."""
    return bool(ACRONYM.match(part)) and fold(part) not in COUNTRIES


def is_within(spelled: str) -> bool:
    """Return True if a part names something inside an institution, such as a department."""
    return bool(WITHIN & set(spelled.split()[:3])) and "university" not in spelled.split()
