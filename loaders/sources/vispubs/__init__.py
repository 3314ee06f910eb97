"""VisPubs: papers of IEEE VIS, EuroVis and CHI about visualization, with dblp's names of people, awards and links.

`papers.parquet` is the whole list; the `.csv` files are lists of one conference that it is made of, newer at times.
How columns become fields is `mapping.toml`, a mapping of the source `table`.

Source: https://github.com/Dev-Lan/vispubs (public/data, CC BY 4.0, by Devin Lange)
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from loaders.files.archive import SourceFile, bare
from loaders.records.record import PaperRecord
from loaders.source import Item, Reader, Source
from loaders.sources.table import read
from loaders.sources.table.mapping import read_mapping

HERE = Path(__file__).with_name("mapping.toml")
PEOPLE = ("authors.csv", "authors.parquet")
"""Names with their home pages, for which no record has room."""


def wanted(name: str) -> bool:
    """Tell whether a file is a list of papers by its name."""
    return bare(name).endswith((".parquet", ".csv")) and bare(name) not in PEOPLE


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader: what the whole list has is not told again, with less, by the lists that it is made of."""
    mapping = read_mapping(SourceFile(HERE.name, HERE, HERE.name))
    whole = [file for file in files if bare(file.name).endswith(".parquet")]
    told: set[str] = set()
    if len(whole) < len(files):
        told.update(one.key.lower() for file in whole for one in read(file, mapping) if isinstance(one, PaperRecord))

    def reader(file: SourceFile) -> Iterator[Item]:
        for item in read(file, mapping):
            if file in whole or not isinstance(item, PaperRecord) or item.key.lower() not in told:
                yield item

    return reader


SOURCE = Source(
    name="vispubs",
    title="VisPubs",
    licence="CC-BY-4.0",
    address="https://vispubs.com",
    gives=(
        "papers of IEEE VIS, EuroVis and CHI about visualization, with abstracts and DOIs",
        "by-lines with dblp's numbers of namesakes",
        "awards, preprints, code, data, videos and pages of projects",
    ),
    lacks=("affiliations, references, keywords", "dates more precise than the year"),
    example="byline load vispubs papers.parquet",
    expects="papers.parquet of VisPubs, or lists of papers (.csv) with its columns",
    wants=wanted,
    start=start,
)
