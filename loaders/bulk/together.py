"""Take together what sources say in passing of one thing: one more record, which counts before those it was made of."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import cast

from loaders.bulk import plan
from loaders.bulk.duck import Duck
from loaders.bulk.shelf import Shelf
from loaders.bulk.take import NUMBERS, PLAN, keys_of
from loaders.records.in_passing import together
from loaders.records.statement import encoded


def take_together(duck: Duck, shelf: Shelf) -> None:
    """Write what was said in passing under one key as one statement, behind all that was read."""
    splits = len(plan.splits(shelf.folder / PLAN))
    duck.run("said_in_passing", read=shelf.parts("read"))
    numbers = count(splits * NUMBERS)
    for part, rows in enumerate(_pages(duck)):
        records = [together(sorted(cast("list[bytes]", row[3]))) for row in rows]
        columns: dict[str, Sequence[object]] = {
            "n": [next(numbers) for _ in rows],
            "loader": [row[0] for row in rows],
            "source": [row[1] for row in rows],
            "key": [row[2] for row in rows],
            "revised": [""] * len(rows),
            "in_passing": [True] * len(rows),
            "statement": [encoded(one) for one in records],
            "keys": [keys_of(one) for one in records],
        }
        shelf.write("read", splits, columns, part=part)


def _pages(duck: Duck) -> Iterator[Sequence[tuple[object, ...]]]:
    after = ("", "", "")
    while rows := duck.ask("taken_together", loader=after[0], source=after[1], key=after[2]):
        yield rows
        after = (str(rows[-1][0]), str(rows[-1][1]), str(rows[-1][2]))
