"""What a bulk load is asked to read."""

from dataclasses import dataclass, field
from pathlib import Path

from loaders.source import Source


@dataclass(frozen=True, slots=True)
class Asked:
    """A source and where its files are; `inputs` are the names of those that were read."""

    source: Source
    paths: tuple[Path, ...]
    inputs: list[str] = field(default_factory=list[str])
