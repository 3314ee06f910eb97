"""Measure entity resolution: `python -m bench.identity FOLDER`, a folder with the data of bench/README.md."""

import time
from collections.abc import Sequence
from pathlib import Path

from bench.data_folder import data_folder
from bench.identity import institutions, network, papers, researchers
from bench.identity.affiliations import TRUTHS, Half, noted
from bench.identity.pairs import Score, bootstrap_intervals
from bench.identity.reading import papers as read
from bench.identity.registry import Registry, dated
from loaders.records.serialization import StoredRecord
from loaders.sources.base import sources
from normalization.text import family_key

PEOPLE = (
    ("acl", "acl_anthology", "acl-person"),
    ("opencitations-meta", "opencitations_meta_csv", "orcid"),
    ("vispubs", "vispubs", researchers.DBLP),
)
SETS = (
    "acl_anthology",
    "aan_citations",
    "semantic_scholar_fixtures",
    "jose_crossref_jats",
    "ror_v2",
    "opencitations_meta_csv",
    "vispubs",
)


def main() -> None:
    """Print a row per measure, and examples of errors."""
    folder = data_folder("bench.identity", *SETS)
    of_papers(folder)
    of_institutions(folder)
    of_researchers(folder)


def of_papers(folder: Path) -> None:
    """Measure papers of two sources with hidden IDs."""
    known = sources()
    anthology = list(read(known["acl"], folder / "acl_anthology"))
    network_of = list(network.papers(folder / "aan_citations" / "acl-metadata.txt"))
    earlier = list(papers.a_year_before(network_of))
    scholar = list(read(known["semanticscholar"], *folder.glob("semantic_scholar_fixtures/**/data/Paper.json")))
    deposits = list(read(known["crossref-xml"], folder / "jose_crossref_jats"))
    articles = list(read(known["jats"], *sorted(folder.glob("jose_crossref_jats/**/*.jats"))))
    runs: Sequence[tuple[str, str, Sequence[list[StoredRecord]]]] = (
        ("ACL Anthology and its Network's list", "acl", (network_of, anthology)),
        ("ACL Anthology and its Network's list as preprints of the year before", "acl", (earlier, anthology)),
        ("ACL Anthology and Semantic Scholar", "acl", (scholar, anthology)),
        ("JOSE in Crossref and in JATS", "doi", (deposits, articles)),
    )
    for name, scheme, sides in runs:
        begun = time.perf_counter()
        outcome = papers.measure(sides, scheme)
        row(f"papers, {name}, {scheme} hidden", outcome.score, "records", time.perf_counter() - begun)
        for what, kinds in (("missed", outcome.missed), ("wrong", outcome.wrong)):
            for kind, told in kinds.items():
                print(f"  {what}, {kind}: {len(told):,}: {told[0]}")


def of_researchers(folder: Path) -> None:
    """Measure people with the IDs of one scheme hidden."""
    for name, where, scheme in PEOPLE:
        begun = time.perf_counter()
        outcome = researchers.measure_held_out(name, folder, folder / where, scheme)
        row(f"researchers, {name}, {scheme} hidden", outcome.score, "places", time.perf_counter() - begun)
        families = {position: family_key(written) for position, written in outcome.names.items()}
        intervals = bootstrap_intervals(outcome.truth, outcome.found, families)
        ranges = ", ".join(f"{measure} {low:.4f} to {high:.4f}" for measure, (low, high) in intervals.items())
        print(f"  95 % intervals: {ranges}")
        apart, joined = researchers.examples(outcome)
        for title, told in (("taken apart", apart), ("taken for one", joined)):
            for one in told:
                print(f"  {title}: {one}")


def of_institutions(folder: Path) -> None:
    """Measure affiliations with ground truth: the development half and the test half."""
    read = dated(sources()["ror"], folder / "ror_v2")
    known = Registry(read.records)
    halves: tuple[Half, ...] = ("seen", "unseen")
    for truth in TRUTHS:
        texts = list(noted(truth, folder))
        if not texts:
            print(f"institutions: without {truth.pattern} there is no truth by {truth.title}.")
        for half in halves if texts else ():
            begun = time.perf_counter()
            chosen = (one for one in texts if one.half == half)
            found = institutions.measure(known, chosen, read.entered, truth.until)
            print(f"institutions, {truth.title} (by {truth.by}), {half} half, ROR ids hidden: {found.texts:,} texts")
            print(
                f"  pairs {found.noted:,}: precision {found.precision:.4f} recall {found.recall:.4f} F1 {found.f1:.4f}"
            )
            print(f"  precision where the truth speaks {found.judged:.4f}, {found.unknown:,} noted not in the registry")
            print(f"  {time.perf_counter() - begun:.0f} s", flush=True)
            for kind, told in found.told.items():
                print(f"  {kind}, {len(told):,}: {told[0]}")


def row(title: str, found: Score, what: str, seconds: float) -> None:
    """Print the figures of one measure."""
    print(f"{title}: {found.items:,} {what} of {found.groups:,}")
    print(f"  pairs {found.pairs:,}: precision {found.precision:.4f} recall {found.recall:.4f} F1 {found.f1:.4f}")
    print(f"  B-cubed: precision {found.b3_precision:.4f} recall {found.b3_recall:.4f} F1 {found.b3_f1:.4f}")
    print(f"  {seconds:.0f} s", flush=True)


main()
