"""Short form of `make fuzz-files`: mutated files of every source."""

from pathlib import Path

import pytest

from bench.reliability.fuzz_files import fuzz, read_case
from bench.reliability.mutated_files import SeedFiles, seed_files, write_case, write_files
from loaders.sources.base import sources


@pytest.mark.parametrize("seed", seed_files(), ids=lambda seed: f"{seed.source}-{max(seed.files)}")
def test_seed_files_are_valid(tmp_path: Path, seed: SeedFiles) -> None:
    """Without a mutation, all files are read to their end, and give records."""
    write_files(tmp_path, seed.files)
    outcome = read_case(0, seed.source, tmp_path)
    assert (outcome.cause, outcome.error) == ("", "")
    assert outcome.records > outcome.rejects


def test_every_source_is_mutated() -> None:
    """Every source has seed files."""
    assert {seed.source for seed in seed_files()} == sources().keys()


def test_same_seed_and_number_give_the_same_files(tmp_path: Path) -> None:
    """A failure can be reproduced."""
    for number in range(20):
        first, second = tmp_path / f"{number}-1", tmp_path / f"{number}-2"
        assert write_case(first, 7, number)[0] == write_case(second, 7, number)[0]
        found, again = (
            {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
            for folder in (first, second)
        )
        assert found
        assert found == again


@pytest.mark.full
def test_mutated_files_end_with_records_or_errors_for_users() -> None:
    """No mutated file ends the process, raises another exception, or takes more than two seconds."""
    assert fuzz(300, 7, 2) == []
