"""Measure identity: `python -m bench.identity FOLDER`, a folder with the data of bench/README.md."""

import sys
import time
from pathlib import Path

from bench.identity.researchers import examples, measured
from loaders.source import sources

RUNS = (("acl", "acl_anthology", "acl-person"), ("opencitations-meta", "opencitations_meta_csv", "orcid"))


def main() -> None:
    """Print a row for each measure, and examples of what went wrong."""
    folder = Path(sys.argv[1])
    for name, where, scheme in RUNS:
        begun = time.perf_counter()
        outcome = measured(sources()[name], folder / where, scheme)
        found = outcome.score
        print(f"researchers, {name}, {scheme} hidden: {found.items:,} places of {found.groups:,} people")
        print(f"  pairs {found.pairs:,}: precision {found.precision:.4f} recall {found.recall:.4f} F1 {found.f1:.4f}")
        print(f"  B-cubed: precision {found.b3_precision:.4f} recall {found.b3_recall:.4f} F1 {found.b3_f1:.4f}")
        print(f"  {time.perf_counter() - begun:.0f} s")
        apart, joined = examples(outcome)
        for title, told in (("taken apart", apart), ("taken for one", joined)):
            for one in told:
                print(f"  {title}: {one}")


main()
