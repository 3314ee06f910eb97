"""Where the time of a load went, and so what limits it."""

from dataclasses import asdict, dataclass

WHOLE = 100
"""Per cent."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of a load, by what the loop that settles batches did meanwhile: all together they are its time.

    `reading_s` it waited for what reads the files, `settling_s` it decided (in Python), `neo4j_s` it waited for Neo4j,
    `network_s` of that at most was the way there and back (`cypher.waiting`), which is not in `neo4j_s`; `counting_s`
    Neo4j counted what follows from the records, once all were written.
    """

    reading_s: float = 0.0
    settling_s: float = 0.0
    neo4j_s: float = 0.0
    network_s: float = 0.0
    counting_s: float = 0.0

    @property
    def whole_s(self) -> float:
        """All of it."""
        return self.reading_s + self.settling_s + self.neo4j_s + self.network_s + self.counting_s

    def shares(self) -> list[tuple[str, float]]:
        """Return what the time went to with its share (0 to 1), the largest first; nothing where there is none yet."""
        named = {name.removesuffix("_s"): seconds for name, seconds in asdict(self).items()}
        whole = self.whole_s
        found = [("Neo4j" if name == "neo4j" else name, seconds / whole) for name, seconds in named.items() if whole]
        return sorted(found, key=lambda one: -one[1])

    @property
    def limit(self) -> str:
        """What took the most time; empty where nobody can tell yet."""
        return next((name for name, _ in self.shares()), "")

    def line(self) -> str:
        """Return it in words: `limited by: Neo4j (61% of the time), settling 25%, reading 14%`; empty without time."""
        said = [(name, round(share * WHOLE)) for name, share in self.shares()]
        if not said:
            return ""
        (first, most), *others = said
        rest = "".join(f", {name} {share}%" for name, share in others if share)
        return f"limited by: {first} ({most}% of the time){rest}"
