"""`make bench`: every benchmark that needs nothing but what it makes up, one after the other."""

from bench import alone, caches, growth, requests, versus
from bench.made import filled, started
from bench.table import Row, report


def main() -> None:
    """Run them on one graph."""
    requests.main()
    with started() as address:
        graph = filled(address)
        for name, run in {"alone": alone.run, "versus": versus.run, "growth": growth.run, "caches": caches.run}.items():
            found: list[Row] = run(address)
            report(name, f"{name}: {graph}", found)


main()
