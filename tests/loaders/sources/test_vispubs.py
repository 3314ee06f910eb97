"""VisPubs, from hand-written rows in its columns and from its real lists."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false
# pyarrow comes without types.

import csv
import io
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from loaders.formats.archive import open_files
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.parts import Author, Manifestation, Resource, TypedDate, VolumeUse
from loaders.records.record import PaperRecord, Record, VenueRecord, VolumeRecord
from loaders.sources.base import sources
from tests.loaders.sources.data_sets import data_set

ROW: dict[str, Any] = {
    "Conference": "Vis",
    "Year": 2025,
    "Title": "Seeing Ones",
    "DOI": "10.1000/V.1",
    "Abstract": "All about it.",
    "Accessible": False,
    "Early": False,
    "AuthorNames-Deduped": ["Wei Wang 0001", "Ann Lee"],
    "Award": ["BP"],
    "Resources": ["P"],
    "ResourceLinks": [
        {"name": "Paper Preprint", "url": "https://arxiv.org/abs/2507.00001", "icon": "paper"},
        {"name": "Code", "url": "https://github.com/doe/ones", "icon": "code"},
        {"name": "Data", "url": "https://example.org/data.zip", "icon": "data"},
        {"name": "Fast Forward", "url": "https://example.org/v", "icon": "video"},
        {"name": "Website", "url": "https://example.org/ones", "icon": "project_website"},
        {"name": "Supplemental Material", "url": "https://example.org/s", "icon": "other"},
        {"name": "Preregistration", "url": "https://example.org/p", "icon": "other"},
    ],
}
LIST = b"""Conference,Year,Title,DOI,Abstract,AuthorNames-Deduped,Award,Accessible,Early
Vis,2025,Seeing Ones,10.1000/v.1,All about it.,Wei Wang 0001;Ann Lee,,,
Vis,2026,Seeing Twos,EARLY_ACCESS_7,,Ann Lee,HM,,True
"""


def read_records(*paths: Path) -> list[Record]:
    """Return the normalized records of the source; fail on any reject."""
    source = sources()["vispubs"]
    with open_files(list(paths), source.accepts) as files:
        read = source.start(files)
        each = [one for file in files for one in read(file)]
    assert not [one for one in each if isinstance(one, RejectedItem)]
    return [normalize_record(one) for one in each if not isinstance(one, RejectedItem)]


def write(path: Path, *rows: dict[str, Any]) -> Path:
    """Write rows as a Parquet file and return its path."""
    parquet.write_table(pa.Table.from_pylist(list(rows)), path)
    return path


def test_paper_has_award_and_links(tmp_path: Path) -> None:
    """A row gives a paper of a conference year with dblp namesakes distinguished, its award and each link."""
    venue, volume, paper = read_records(write(tmp_path / "papers.parquet", ROW))
    assert venue == VenueRecord(
        source="vispubs",
        key="name:ieee vis",
        in_passing=True,
        name="IEEE VIS",
        ids=("vispubs-venue:ieee vis",),
        acronym="Vis",
        kind="conference",
    )
    assert volume == VolumeRecord(
        source="vispubs",
        key="name:ieee vis/2025",
        in_passing=True,
        title="IEEE VIS 2025",
        year=2025,
        venues=("vispubs-venue:ieee vis",),
    )
    assert paper == PaperRecord(
        source="vispubs",
        key="10.1000/V.1",
        title="Seeing Ones",
        ids=("doi:10.1000/v.1",),
        same_work=("arxiv:2507.00001",),
        abstract="All about it.",
        dates=(TypedDate(value="2025"),),
        authors=(Author(name="Wei Wang", ids=("dblp-person:Wei Wang 0001",)), Author(name="Ann Lee")),
        appeared_in=VolumeUse(volume="vispubs:name:ieee vis/2025", venues=("vispubs-venue:ieee vis",)),
        resources=(
            Resource(url="https://github.com/doe/ones", kind="code"),
            Resource(url="https://example.org/data.zip", kind="dataset"),
        ),
        forms=(
            Manifestation(url="https://arxiv.org/abs/2507.00001", kind="preprint"),
            Manifestation(url="https://example.org/v", kind="video"),
            Manifestation(url="https://example.org/ones", kind="page"),
            Manifestation(url="https://example.org/s", kind="attachment"),
        ),
        awards=("Best Paper",),
    )


def test_conference_list_does_not_replace_full_list(tmp_path: Path) -> None:
    """Read together, a paper of the full list has its links, and the other list adds newer papers."""
    (tmp_path / "z").mkdir()
    (tmp_path / "z" / "vis.csv").write_bytes(LIST)
    (tmp_path / "authors.csv").write_text("author,website\nAnn Lee,https://example.org\n", "utf-8")
    write(tmp_path / "papers.parquet", ROW)
    first, second = (one for one in read_records(tmp_path) if isinstance(one, PaperRecord))
    assert (first.key, len(first.forms)) == ("10.1000/V.1", 4)
    assert (second.key, second.ids, second.odd_ids) == ("EARLY_ACCESS_7", (), ("doi:EARLY_ACCESS_7",))
    assert (second.awards, second.abstract) == (("Honorable Mention",), None)
    assert len([one for one in read_records(tmp_path / "z") if isinstance(one, PaperRecord)]) == 2


def test_unexpected_table_is_rejected(tmp_path: Path) -> None:
    """A table with other columns raises an error with the missing column and the existing ones."""
    path = tmp_path / "other.csv"
    path.write_bytes(b"title,year\n")
    with pytest.raises(SourceFileError, match=r"other\.csv: papers 2: key: no column 'DOI'.*\. Columns: title, year"):
        read_records(path)


@pytest.mark.full
def test_real_lists_match_independent_count(tmp_path: Path) -> None:
    """The real lists give every paper, author, abstract, award, namesake and link that pyarrow and csv count."""
    with open_files([data_set("vispubs")], lambda _: True) as files:
        paths = {file.path.name: file.path for file in files}
        rows: list[dict[str, Any]] = parquet.read_table(paths["papers.parquet"]).to_pylist()
        listed = [
            row
            for name in ("chi-filtered.csv", "eurovis.csv")
            for row in csv.DictReader(io.StringIO(paths[name].read_text("utf-8"), newline=""))
        ]
        read = read_records(*(paths[name] for name in ("papers.parquet", "chi-filtered.csv", "eurovis.csv")))
    whole = {row["DOI"].lower() for row in rows}
    newer = [row for row in listed if row["DOI"].lower() not in whole]
    names = [name for row in rows for name in row["AuthorNames-Deduped"]]
    names += [name for row in newer for name in row["AuthorNames-Deduped"].split(";")]
    links = [link for row in rows for link in row["ResourceLinks"]]
    papers = [one for one in read if isinstance(one, PaperRecord)]
    assert (len(rows), len(newer), len(papers)) == (6_092, 161, 6_253)
    assert sum(one.abstract is not None for one in papers) == 5_989 + sum(bool(row["Abstract"]) for row in newer)
    assert sum(len(one.authors or ()) for one in papers) == len(names)
    ids = [identifier for one in papers for author in one.authors or () for identifier in author.ids]
    assert len(ids) == sum(bool(re.search(r" \d{4}$", name)) for name in names)
    assert Counter(award for one in papers for award in one.awards) == {
        "Honorable Mention": 231 + sum(row["Award"] == "HM" for row in newer),
        "Best Paper": 124 + sum(row["Award"] == "BP" for row in newer),
        "Test of Time": 46,
        "BA": 6,
        "Best Case Study": 5,
    }
    assert sum(len(one.resources) for one in papers) == sum(one["icon"] in {"code", "codd", "data"} for one in links)
    videos = [link["url"] for link in links if link["icon"] == "video"]
    assert sum(form.kind == "video" for one in papers for form in one.forms) == len(videos)
    named = re.compile(r"arxiv\.(?:org/\w+/)?(\d{4}\.\d{4,5})", re.IGNORECASE)
    papers_of = (link["url"] or "" for link in links if link["icon"] == "paper")
    arxiv = {seen[1] for url in papers_of if (seen := named.search(url))}
    same = {one.removeprefix("arxiv:") for paper in papers for one in paper.same_work if one.startswith("arxiv:")}
    assert same == arxiv
    assert not [one for one in papers if one.odd_ids or one.appeared_in is None or not one.dates]
