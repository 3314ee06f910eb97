"""Two hundred queries on the whole ACL Anthology."""

from collections.abc import Callable, Iterable
from typing import Any

from tests.anthology.query_templates import (
    Operation,
    at_venue,
    authors_at_least,
    awarded,
    by_authors,
    by_title,
    editors,
    first_author,
    grouped_by_year,
    known_person,
    last_by_acl,
    listed,
    not_there,
    of_collection,
    of_year,
    one_paper,
    pages,
    titled,
    titled_between,
    together,
    venue_years,
    without_abstract,
    written_by,
)


def all_of(make: Callable[..., Operation], given: Iterable[Any]) -> list[Operation]:
    return [make(*one) if isinstance(one, tuple) else make(one) for one in given]


COLLECTIONS = ("P19-", "D19-1", "N18-", "W18-", "J10-", "Q16-", "C16-", "E17-", "2020.acl-main.", "2022.emnlp-main.")
VENUES = ("acl", "emnlp", "naacl", "cl", "tacl", "lrec", "coling", "eacl", "conll", "semeval")
OPERATIONS: list[Operation] = [
    *all_of(
        one_paper,
        (
            *(
                "P02-1040",
                "N19-1423",
                "D14-1162",
                "P19-1001",
                "J93-2003",
                "W04-1013",
                "Q17-1010",
                "D13-1170",
                "P05-1033",
            ),
            *("2020.acl-main.703", "2020.acl-main.747", "2020.emnlp-demos.6", "D16-1264", "P16-1162", "N18-1202"),
            *("D15-1166", "P18-1031", "J02-3001", "C10-1089", "E06-1042"),
        ),
    ),
    *all_of(of_year, (1952, 1967, 1979, 1990, 1999, 2004, 2010, 2015, 2018, 2020, 2022)),
    *all_of(of_collection, COLLECTIONS),
    *all_of(
        titled,
        (
            "Parsing",
            "parsing",
            "BERT",
            "Machine Translation",
            "Zulu",
            "?",
            "\N{RIGHT SINGLE QUOTATION MARK}",
            "$",
            "é",
            "Sentiment",
            "Turkish",
        ),
    ),
    *all_of(
        titled_between,
        (
            *(("translation", 1990, 1999), ("translation", 2010, 2019), ("bert", 2019, 2019), ("bert", 2020, 2022)),
            *(("discourse", 1980, 1989), ("speech", 1990, 2000), ("twitter", 2010, 2020), ("embedding", 2013, 2016)),
            *(("grammar", 1950, 1989), ("covid", 2020, 2021)),
        ),
    ),
    *all_of(without_abstract, (1965, 1988, 1996, 2003, 2009, 2014, 2017, 2019, 2021, 2022)),
    *all_of(
        written_by,
        (
            *("Christopher D. Manning", "Jurafsky, Dan", "Dan Jurafsky", "Graham Neubig", "Yoshua Bengio", "Wei Wang"),
            *(
                "Kathleen McKeown",
                "Kathleen R. McKeown",
                "Lluís Màrquez",
                "Lluis Marquez",
                "Noah A. Smith",
                "Yue Zhang",
            ),
            *("Philipp Koehn", "Iryna Gurevych", "Joakim Nivre"),
        ),
    ),
    *all_of(first_author, ("Graham Neubig", "Joakim Nivre", "Philipp Koehn", "Yang Liu", "Jason Eisner", "Dekai Wu")),
    *all_of(
        together,
        (
            ("Christopher D. Manning", "Dan Jurafsky"),
            ("Graham Neubig", "Yulia Tsvetkov"),
            ("Noah A. Smith", "Chris Dyer"),
            ("Iryna Gurevych", "Nils Reimers"),
            ("Joakim Nivre", "Yoshua Bengio"),
        ),
    ),
    *all_of(
        at_venue,
        (
            ("acl", 2019),
            ("acl", 1985),
            ("emnlp", 2020),
            ("emnlp", 2022),
            ("lrec", 2018),
            ("lrec", 2020),
            ("coling", 2018),
            ("naacl", 2021),
            ("tacl", 2019),
            ("cl", 1990),
        ),
    ),
    *all_of(venue_years, VENUES),
    *all_of(
        grouped_by_year,
        ("Parsing", "BERT", "Wikipedia", "Dialogue", "Arabic", "Tagging", "Prompt", "Ellipsis", "Lexicon", "Treebank"),
    ),
    *all_of(editors, ("P19-1", "P17-1", "N18-1", "D19-1", "2020.acl-main", "2020.emnlp-main", "2022.naacl-main")),
    *all_of(
        pages,
        (
            "P19-1001",
            "P02-1040",
            "J93-2003",
            "Q17-1010",
            "W04-1013",
            "2020.acl-main.703",
            "C10-1089",
            "N18-1202",
            "E06-1042",
        ),
    ),
    *all_of(by_title, ((prefix, 7) for prefix in COLLECTIONS)),
    *all_of(by_authors, ((prefix, 5) for prefix in COLLECTIONS)),
    *all_of(last_by_acl, ((prefix, 4) for prefix in COLLECTIONS)),
    *all_of(
        listed,
        (
            ("P02-1040", "N19-1423", "D14-1162"),
            ("Z99-9999", "P02-1040", "Q99-1001"),
            ("J93-2003", "J93-2003", "J93-2004"),
            ("2020.acl-main.703", "W99-9999"),
            ("C69-0101", "W00-0101", "D19-5001", "D19-1001"),
        ),
    ),
    *all_of(
        known_person, ("yang-liu-edinburgh", "yang-liu-icsi", "yang-liu-ict", "fei-liu-utdallas", "fei-liu-unimelb")
    ),
    *all_of(awarded, ("N19-1423", "P19-1001", "N18-1202", "D13-1170", "P19-1002", "E17-1001")),
    *all_of(authors_at_least, ((10, 2019), (20, 2020), (50, 2022), (6, 1995), (1, 1979), (2, 1986))),
    *all_of(not_there, ("Z99-9999", "P02-9999", "2030.acl-main.1", "1901.mt-1.1")),
]
