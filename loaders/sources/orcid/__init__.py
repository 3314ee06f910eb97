"""ORCID: people with their names, ids and affiliations as they say them, and works that they claim.

Source: https://info.orcid.org/documentation/integration-guide/orcid-record (schema 3.0; public data CC0-1.0)
"""

from loaders.files.archive import bare
from loaders.source import Source, each_alone
from loaders.sources.orcid.read import FILE, read

BESIDE = "manifest.json"
"""A list of the files that stand beside it."""

SOURCE = Source(
    name="orcid",
    title="ORCID",
    licence="CC0-1.0",
    address="https://orcid.org",
    gives=(
        "people with their names, other names and ids elsewhere",
        "employments, educations, qualifications and invited positions with ROR ids, years and titles",
        "short biographies",
        "works that people claim, where others know them by an id",
    ),
    lacks=("whole by-lines", "abstracts and references", "what is not public"),
    example="byline load orcid ORCID_2024_10_summaries.tar.gz",
    expects=FILE.whole,
    wants=lambda name: bare(name).endswith((".xml", ".json", ".jsonl", ".ndjson")) and bare(name) != BESIDE,
    start=each_alone(read),
)
