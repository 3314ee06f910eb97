"""Affiliations that people or publishers annotated with institutions, in a development half and a test half."""

import ast
import csv
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Literal, NamedTuple

Half = Literal["seen", "unseen"]
NONE = "NP"
"""Annotation of an institution that is in no registry."""


class Truth(NamedTuple):
    """A file of annotated affiliations.

    `until` is when that was noted: what the registry has got since then nobody could note.
    """

    title: str
    pattern: str
    until: str
    by: Literal["people", "publishers"]


TRUTHS = (
    Truth("Semantic Scholar's gold annotations", "s2aff/gold_affiliation_annotations.csv", "2022-12-31", "people"),
    Truth("questions to ROR", "ror_matching/**/*_affiliation_matching_logs.csv", "2023-09-03", "people"),
    Truth("Springer Nature", "ror_matching/**/*_springer_nature.csv", "2023-10-31", "publishers"),
    Truth("publishers in Crossref", "ror_matching/**/*_Crossref_publisher_asserted_*.csv", "2023-06-28", "publishers"),
)
"""https://github.com/allenai/S2AFF (data, Apache-2.0); https://github.com/ror-community/affiliation-matching-experimental
(test_data, MIT). A publisher annotates one institution, even if the text names several."""


@dataclass(frozen=True, slots=True)
class Noted:
    """An affiliation, its annotated ROR IDs, and the names of institutions that were in no registry at the time."""

    text: str
    ids: frozenset[str]
    names: frozenset[str]

    @property
    def half(self) -> Half:
        """The half of the affiliation, by a hash of its first annotated ID, or of its text without annotations."""
        key = f"https://ror.org/{min(self.ids)}" if self.ids else self.text
        return "seen" if blake2b(key.encode(), digest_size=1).digest()[0] % 2 else "unseen"


def noted(truth: Truth, folder: Path) -> Iterator[Noted]:
    """Yield the affiliations of the annotated files, each text once; none if there is no file. Raises OSError."""
    told: set[str] = set()
    for path in sorted(folder.glob(truth.pattern)):
        with path.open(encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream):
                text = row.get("original_affiliation") or row.get("affiliation") or ""
                if text in told:
                    continue
                told.add(text)
                said = _labels(row)
                ids = frozenset(one.rpartition("/")[2] for one in said if one.startswith("https://ror.org/"))
                names = frozenset(one for one in said if not one.startswith("https://"))
                yield Noted(text, ids, names)


def _labels(row: dict[str, str]) -> list[str]:
    """Return the annotations of a row: a set in Python's notation, or IDs separated by semicolons."""
    if "labels" in row:
        return sorted(str(one) for one in ast.literal_eval(row["labels"]))
    return [one for part in row["ror_id"].split(";") if (one := part.strip()) and one != NONE]
