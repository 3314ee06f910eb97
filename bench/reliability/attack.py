"""Measure ordinary clients during each attack, and during all of them: `make attack`, or `make attack SECONDS=5`.

The rate without the attack is measured before and after it, so that other work on the machine affects both. Then the
attack runs beside the probe alone: one client that reads one paper again and again. The clients, the attacker, the
server and Neo4j share the processors, so the figures also contain the attacker's own work. The attacks and the probe
run in separate processes.
"""

import asyncio
import json
import multiprocessing
import statistics
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from bench.reliability.attacks import ATTACKS, NamedAttack, run_attacks
from bench.reliability.clients import Figures, run_clients, run_probe
from bench.reliability.service import Service, running
from bench.table import OUT

SECONDS = 10.0
WARM_SECONDS = 60.0
"""Time in seconds until Java has compiled what the reads use: before, each measurement is faster than the last."""
CONNECTIONS, PER_ADDRESS = 18, 2
"""Nine clients, so that the attacker is one of ten; each has an address and connections of its own."""
LEAD_S = 0.5
"""Time in seconds from the start of an attack to the start of the measured clients."""
MIN_RATE, MAX_ERRORS, MAX_P99 = 0.7, 0.001, 2.0
"""Targets: rate and p99 as multiples of those without the attack, and the share of errors."""
MAX_PROBE_P99_MS = 100.0
"""Target: p99 of the probe beside an attack in milliseconds."""


@dataclass(frozen=True)
class AttackResult:
    """Figures of ordinary clients during an attack, as multiples of those without it, and the attacker's responses."""

    name: str
    rate: float
    errors: float
    p99: float
    probe_p50_ms: float
    probe_p99_ms: float
    responses: dict[str, int]
    server_mb: float

    @property
    def is_on_target(self) -> bool:
        """True if clients and probe reach their targets."""
        return (
            self.rate >= MIN_RATE
            and self.errors <= MAX_ERRORS
            and self.p99 <= MAX_P99
            and self.probe_p99_ms <= MAX_PROBE_P99_MS
        )


def attack_process(names: frozenset[str], port: int, seconds: float) -> Counter[str]:
    """Run the attacks with these names. This is the work of a separate process."""
    return asyncio.run(run_attacks(tuple(one for one in ATTACKS if one.name in names), port, seconds))


def probe_process(port: int, seconds: float) -> Figures:
    """Run the probe. This is the work of a separate process."""
    return asyncio.run(run_probe(port, seconds))


def measure(
    service: Service, pool: ProcessPoolExecutor, attacks: tuple[NamedAttack, ...], name: str, seconds: float
) -> AttackResult:
    """Measure the clients without attacks, during them, and without them again; then the probe during the attacks."""
    names = frozenset(one.name for one in attacks)
    length_s = seconds + 2 * LEAD_S

    def clients() -> Figures:
        return asyncio.run(run_clients(service.port, CONNECTIONS, seconds, PER_ADDRESS))

    before = clients()
    attack = pool.submit(attack_process, names, service.port, length_s)
    time.sleep(LEAD_S)
    attacked = clients()
    responses = attack.result()
    memory, _ = service.memory_mb()
    after = clients()
    attack = pool.submit(attack_process, names, service.port, length_s)
    time.sleep(LEAD_S)
    probe = pool.submit(probe_process, service.port, seconds).result()
    attack.result()
    return AttackResult(
        name,
        attacked.rate / statistics.mean((before.rate, after.rate)),
        attacked.error_share,
        attacked.percentile(0.99) / statistics.mean((before.percentile(0.99), after.percentile(0.99))),
        probe.percentile(0.5),
        probe.percentile(0.99),
        dict(responses.most_common(3)),
        memory,
    )


def at_rest(service: Service, pool: ProcessPoolExecutor, seconds: float) -> AttackResult:
    """Measure the probe without an attack and without other clients."""
    probe = pool.submit(probe_process, service.port, seconds).result()
    memory, _ = service.memory_mb()
    return AttackResult("none", 1, 0, 1, probe.percentile(0.5), probe.percentile(0.99), {}, memory)


def main() -> None:
    """Measure, print the table and write bench/out/attack.json. A second argument is a part of the attacks' names."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    selected = sys.argv[2] if len(sys.argv) > 2 else ""
    outcomes: list[AttackResult] = []
    with (
        running() as service,
        ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool,
    ):
        for started in [pool.submit(time.sleep, 0.5) for _ in range(2)]:
            started.result()  # both processes have started
        asyncio.run(run_clients(service.port, CONNECTIONS, min(WARM_SECONDS, 6 * seconds), PER_ADDRESS))
        outcomes.append(at_rest(service, pool, seconds))
        for attacks, name in [*(((one,), one.name) for one in ATTACKS), (ATTACKS, "all at once")]:
            if selected not in name:
                continue
            outcomes.append(measure(service, pool, attacks, name, seconds))
            print(outcomes[-1], flush=True)
    print_table(outcomes, seconds)
    OUT.mkdir(exist_ok=True)
    (OUT / "attack.json").write_text(json.dumps([vars(one) for one in outcomes], indent=2) + "\n", "utf-8")


def print_table(outcomes: list[AttackResult], seconds: float) -> None:
    """Print the outcomes as a table."""
    table = Table(
        "attack", "rate", "errors", "p99", "probe p50", "probe p99", "memory", "on target", "responses to the attacker"
    )
    for one in outcomes:
        responses = ", ".join(f"{count:,} x {what}" for what, count in one.responses.items())
        probe = (f"{one.probe_p50_ms:.0f} ms", f"{one.probe_p99_ms:.0f} ms")
        figures = (f"{one.rate:.2f}", f"{one.errors:.2%}", f"{one.p99:.1f}", *probe, f"{one.server_mb:,.0f} MB")
        table.add_row(one.name, *figures, "yes" if one.is_on_target else "no", responses)
    print(f"Ordinary clients during attacks, as multiples of the figures without them, and a probe; {seconds:g} s each")
    Console(width=160).print(table)
    missed = [one.name for one in outcomes if not one.is_on_target]
    print(f"Off target: {', '.join(missed)}" if missed else "Each row is on target.")


if __name__ == "__main__":
    main()
