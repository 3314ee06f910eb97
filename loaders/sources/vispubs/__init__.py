"""VisPubs: papers of IEEE VIS, EuroVis and CHI about visualization, with dblp's names of people, awards and links.

Reads `papers.parquet`, the complete list, and the `.csv` lists of single conferences from which it is built and which
can be newer. `mapping.toml`, a mapping of the source `table`, assigns the columns to fields. Yields papers and their
containers.

Source: https://github.com/Dev-Lan/vispubs (public/data, CC BY 4.0, by Devin Lange)
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.records.record import Item, PaperRecord
from loaders.sources.base import Reader, Source
from loaders.sources.table import read_file
from loaders.sources.table.mapping import read_mapping

HERE = Path(__file__).with_name("mapping.toml")
PEOPLE = ("authors.csv", "authors.parquet")
"""Files of names with home pages, which no record can hold."""


def is_input_file(name: str) -> bool:
    """Return True if the file name is that of a list of papers."""
    return strip_suffixes(name).endswith((".parquet", ".csv")) and strip_suffixes(name) not in PEOPLE


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader. It skips papers of the single lists that the complete list contains with more details."""
    mapping = read_mapping(SourceFile(HERE.name, HERE, HERE.name))
    parquet_files = [file for file in files if strip_suffixes(file.name).endswith(".parquet")]
    seen_keys: set[str] = set()
    if len(parquet_files) < len(files):
        seen_keys.update(
            record.key.lower()
            for file in parquet_files
            for record in read_file(file, mapping)
            if isinstance(record, PaperRecord)
        )

    def reader(file: SourceFile) -> Iterator[Item]:
        for item in read_file(file, mapping):
            if file in parquet_files or not isinstance(item, PaperRecord) or item.key.lower() not in seen_keys:
                yield item

    return reader


SOURCE = Source(
    name="vispubs",
    title="VisPubs",
    license="CC-BY-4.0",
    address="https://vispubs.com",
    provides=(
        "papers of IEEE VIS, EuroVis and CHI about visualization, with abstracts and DOIs",
        "bylines with dblp's numbers of homonyms",
        "awards, preprints, code, data, videos and pages of projects",
    ),
    omits=("affiliations, references, keywords", "dates more precise than the year"),
    example="byline load vispubs papers.parquet",
    expected_files="papers.parquet of VisPubs, or lists of papers (.csv) with its columns",
    accepts=is_input_file,
    start=start,
)
