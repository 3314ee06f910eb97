"""`make bench`: run the benchmarks that need only generated data, one after the other."""

import argparse

from bench import execution, growth, peer_comparison, plan_caches, requests
from bench.generated_graph import benchmark_neo4j, fill_graph
from bench.table import Row, report, write_json


def main() -> None:
    """Run the benchmarks on one graph."""
    argparse.ArgumentParser(prog="python -m bench", description=__doc__).parse_args()
    requests.main()
    with benchmark_neo4j() as address:
        graph = fill_graph(address)
        for name, run in {
            "execution": execution.run,
            "peer_comparison": peer_comparison.run,
            "growth": growth.run,
            "plan_caches": plan_caches.run,
        }.items():
            found: list[Row] = run(address)
            if name == "peer_comparison":  # it prints a table of its own
                write_json(name, found)
            else:
                report(name, f"{name}: {graph}", found)


main()
