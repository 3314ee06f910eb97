"""Records for which the match rules create items in the review queue."""

from loaders.records.parts import Author, TypedDate
from loaders.records.record import PaperRecord, Record

ADA, EVE = "orcid:0000-0002-1825-0097", "orcid:0000-0001-5109-3700"
IN_2020 = (TypedDate(value="2020"),)


def paper(source: str, key: str, title: str, *authors: Author, ids: tuple[str, ...] = ()) -> PaperRecord:
    return PaperRecord(source=source, key=key, title=title, ids=ids, authors=authors, dates=IN_2020)


BOB = Author(name="Bob Ng")
RECORDS: list[Record] = [
    paper("arxiv", "a", "On Graphs", Author(name="Li Wei", ids=(ADA,)), BOB, ids=("arxiv:2001.00001",)),
    paper("arxiv", "b", "On Trees", Author(name="Li Wei", ids=(EVE,)), BOB, ids=("arxiv:2001.00002",)),
    paper("arxiv", "c", "On Paths", Author(name="Li Wei"), BOB, ids=("arxiv:2001.00003",)),
    paper("crossref", "d", "On Trees", Author(name="Li Wei"), ids=("doi:10.1000/d", "arxiv:2001.00009")),
    paper("openalex", "e", "Other", Author(name="Eve"), ids=("doi:10.1000/e",)),
    paper("openalex", "f", "Another", Author(name="Eve"), ids=("doi:10.1000/e", "openalex:W6")),
]
