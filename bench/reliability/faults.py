"""Disturb Byline at random moments, continue, and compare the graph: `make faults`, or `make faults SEED=7 ROUNDS=3`.

Each round uses every fault once: `process_faults.py` kills and stops processes, `environment_faults.py` damages files,
disks and the clock. A fault begins after a random share of the time that the same work takes without it. Afterwards an
operator's command continues (`--resume`, or the same command again), and the canonical export must equal that of an
undisturbed load, byte for byte. The seed is printed: the same seed gives the same moments. The module takes the number
of papers and the names of faults too: `python -m bench.reliability.faults 1 7 200 "load killed,files damaged"`.
"""

import random
import secrets
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench.reliability import environment_faults, process_faults
from bench.reliability.fault_operator import FaultError, Operator, SkippedFaultError, timed
from loaders.records.record import Record
from tests.loaders.load_helpers import write_records
from tests.loaders.test_interrupted_loads import many_records

PAPERS = 1_000
FILES = 4
READS_S = 3.0
"""Maximum seconds of reads or of a migration before a fault."""
RESTORE_S = 20.0
"""Maximum seconds of a restore before a fault."""
LOAD_SHARE, BULK_SHARE = 0.6, 1.5
"""Maximum duration of a load and of a bulk load before a fault, as multiples of the duration of the first load.

The first load is slower than the others, because Neo4j has not planned its statements yet.
"""

FAULTS: dict[str, tuple[str, Callable[[Operator, float], None]]] = {
    "load killed": ("load", process_faults.kill_load),
    "Neo4j killed during a load": ("load", process_faults.kill_neo4j_during_load),
    "Neo4j killed at rest": ("reads", process_faults.kill_neo4j_at_rest),
    "Neo4j killed during reads": ("reads", process_faults.kill_neo4j_during_reads),
    "server killed during reads": ("reads", process_faults.kill_server_during_reads),
    "Neo4j paused during a load": ("load", process_faults.pause_neo4j_during_load),
    "Neo4j paused during reads": ("reads", process_faults.pause_neo4j_during_reads),
    "load paused past its lease": ("load", process_faults.pause_load_past_its_lease),
    "bulk load killed": ("bulk load", process_faults.kill_bulk_load),
    "Neo4j killed during a bulk load": ("bulk load", process_faults.kill_neo4j_during_bulk_load),
    "migration killed": ("reads", process_faults.kill_migration),
    "restore killed": ("restore", process_faults.kill_restore),
    "files damaged": ("reads", environment_faults.damage_files),
    "record of the running Neo4j damaged": ("reads", environment_faults.damage_record),
    "cache read-only": ("reads", environment_faults.make_cache_read_only),
    "home read-only": ("reads", environment_faults.make_home_read_only),
    "disk full during a load": ("load", environment_faults.fill_disk),
    "clock set back": ("load", environment_faults.set_clock_back),
}
"""Faults by name, with the work whose duration limits the moment of the fault."""


def write_files(folder: Path, papers: int) -> None:
    """Write papers to the files of a source."""
    records: list[Record] = many_records(papers)
    for number in range(FILES):
        write_records(folder, records[number * papers // FILES : (number + 1) * papers // FILES], f"{number}.json")


def check_faults(
    folder: Path, papers: int, rounds: int, seed: int, names: tuple[str, ...] = tuple(FAULTS)
) -> list[str]:
    """Run faults, compare the graph after each of them, and return those that this machine skipped.

    Raises FaultError.
    """
    skipped: list[str] = []
    chance = random.Random(seed)  # noqa: S311 no secret
    home, files, logs = folder / "home", folder / "files", folder / "logs"
    for created in (home, files, logs):
        created.mkdir()
    write_files(files, papers)
    operator = Operator(home, files, logs)
    try:
        operator.run("db", "start")
        load_s = timed(lambda: operator.run(*operator.load()))
        durations = {
            "load": LOAD_SHARE * load_s,
            "reads": READS_S,
            "bulk load": BULK_SHARE * load_s,
            "restore": RESTORE_S,
        }
        expected = operator.digest()
        for number in range(rounds):
            for name in names:
                work, inject = FAULTS[name]
                after_s = chance.uniform(0, durations[work])
                try:
                    took_s = timed(lambda inject=inject, after_s=after_s: inject(operator, after_s))
                except SkippedFaultError as reason:
                    print(f"round {number + 1}: {name}: skipped: {reason}", flush=True)
                    skipped.append(name)
                    operator.run("db", "start")
                    continue
                except FaultError as error:
                    raise FaultError(f"{name} after {after_s:.2f} s (seed {seed}): {error}") from None
                if operator.digest() != expected:
                    raise FaultError(f"{name} after {after_s:.2f} s (seed {seed}): the export differs.")
                print(f"round {number + 1}: {name} after {after_s:.2f} s: equal after {took_s:.0f} s", flush=True)
    finally:
        operator.end()
    return skipped


def main() -> None:
    """Run the faults. Exits with code 1 at the first difference."""
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(143))  # also stop Neo4j
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(10**6)
    papers = int(sys.argv[3]) if len(sys.argv) > 3 else PAPERS
    names = tuple(sys.argv[4].split(",")) if len(sys.argv) > 4 else tuple(FAULTS)
    print(f"{rounds} rounds of {len(names)} faults, {papers} papers, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            skipped = check_faults(Path(folder), papers, rounds, seed, names)
        except FaultError as error:
            raise SystemExit(str(error)) from None
    print("Each export equals that of the undisturbed load." + (f" Skipped: {', '.join(skipped)}." if skipped else ""))


if __name__ == "__main__":
    main()
