"""Plays random games through a running service and through the reference, and compares all that the rules decide.

    python3 compare.py --binary path/to/ayla
    python3 compare.py http://127.0.0.1:8080 --seconds 30 --seed 7

A full run ends once --plies have been compared, at least a thirtieth of them in each game, and one game that ends by repetition
for each 3,000 of them in each game that has such an ending; it fails if --seconds pass before. With --seconds alone it goes on
until they have passed. The first difference ends the run: it is shrunk and printed, and the exit code is 1.

The seed is printed at the start. The same --seed and --processes ask the same questions in the same order.
"""

from __future__ import annotations

import argparse
import contextlib
import secrets
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from multiprocessing import Pipe, Process, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random

import mancala_reference as m
from comparison.coverage import Coverage, table
from comparison.differences import MOST_BYTES, MOST_IN_BATCH, first_difference, size
from comparison.plans import Asked, ask, questions
from comparison.programs import check_programs
from comparison.report import description
from comparison.service import NoAnswer, Service, started
from comparison.shrink import shrink
from comparison.sweep import sweep
from comparison.variants import check_variants

PLIES = 300_000
SECONDS = 120.0
PROCESSES = 2
PARTS_FOR_A_GAME = 30
PLIES_TO_A_REPETITION = 3_000


@dataclass(frozen=True)
class Run:
    """What each process has to do. plies: 0 for as many as the time allows."""

    base: str
    seed: int
    processes: int
    plies: int
    end: float

    def is_enough(self, coverage: Coverage, share: int = 1) -> bool:
        """Whether a run is complete; or the share of one process."""
        plies = self.plies / share
        return self.plies > 0 and sum(coverage.plies.values()) >= plies and not self.lacking(coverage, share)

    def lacking(self, coverage: Coverage, share: int = 1) -> list[str]:
        """What a full run has too little of."""
        plies, lacking = self.plies / share, []
        if sum(coverage.plies.values()) < plies:
            lacking.append(f"plies: {sum(coverage.plies.values())} of {plies:.0f}")
        for name, game in m.GAMES.items():
            if coverage.plies[name] < plies / PARTS_FOR_A_GAME:
                lacking.append(f"plies of {name}: {coverage.plies[name]} of {plies / PARTS_FOR_A_GAME:.0f}")
            if "repetition" in game.options and coverage.repetitions[name] < plies / PLIES_TO_A_REPETITION:
                lacking.append(f"repetitions in {name}: {coverage.repetitions[name]} of {plies / PLIES_TO_A_REPETITION:.0f}")
        return lacking


def noted(run: Run, process: int, coverage: Coverage) -> Iterator[Asked]:
    """The questions of one process: what is counted through, divided among the processes; then round after round."""
    for asked in every_question(run, process):
        coverage.note(asked)
        yield asked


def every_question(run: Run, process: int) -> Iterator[Asked]:
    for number in count():
        for name in m.GAMES:
            if number == 0:
                yield from map(ask, islice(sweep(name), process, None, run.processes))
            yield from questions(name, Random(f"{run.seed} {process} {number} {name}"), number)


def groups(asked: Iterator[Asked]) -> Iterator[list[Asked]]:
    """Requests of batches together, single calls alone."""
    batch: list[Asked] = []
    filled = 0
    for each in asked:
        if each[0].operation != "batch":
            yield [each]
            continue
        if len(batch) >= MOST_IN_BATCH or filled > MOST_BYTES:
            yield batch
            batch, filled = [], 0
        batch.append(each)
        filled += size(each[0])


def compare(run: Run, process: int, told: Connection) -> None:
    """One process: compares until it has its share, or the time is over, or there is a difference, whose description it sends."""
    service, coverage, found = Service(run.base), Coverage(), None
    for group in groups(noted(run, process, coverage)):
        found = first_difference(service, group)
        if found or time.monotonic() > run.end or run.is_enough(coverage, run.processes) or not is_wanted():
            break
    told.send((coverage, description(run.base, shrink(service, found)) if found else None))


def is_wanted() -> bool:
    """Whether the process that waits for the result is still there."""
    parent = parent_process()
    return parent is None or parent.is_alive()


def compare_in_processes(run: Run) -> tuple[Coverage, str | None]:
    """What all processes have compared, and the first difference that one of them found."""
    receivers, processes = [], []
    for number in range(run.processes):
        receiver, sender = Pipe(duplex=False)
        process = Process(target=compare, args=(run, number, sender), daemon=True)
        process.start()
        sender.close()
        receivers.append(receiver)
        processes.append(process)
    coverage, waiting = Coverage(), list(receivers)
    difference: str | None = None
    while waiting and difference is None:
        for receiver in [receiver for receiver in wait(waiting) if isinstance(receiver, Connection)]:
            waiting.remove(receiver)
            try:
                done, said = receiver.recv()
            except EOFError:
                done, said = Coverage(), "a process of the comparison ended with an exception"
            coverage.add(done)
            difference = difference or said
    for process in processes:
        process.kill()
    return coverage, difference


def main() -> int:
    asked = arguments()
    seed = secrets.randbelow(10**9) if asked.seed is None else asked.seed
    plies = (PLIES if asked.seconds is None else 0) if asked.plies is None else asked.plies
    print(f"seed {seed}, {asked.processes} processes", flush=True)
    begin = time.monotonic()
    server = started(asked.binary) if asked.binary else contextlib.nullcontext(asked.address)
    try:
        with server as base:
            run = Run(base, seed, asked.processes, plies, begin + (asked.seconds or SECONDS))
            return report(run, begin, check_programs(asked.binary) if asked.binary else [])
    except NoAnswer as none:
        print(none)
        return 1


def report(run: Run, begin: float, wrong: list[str]) -> int:
    wrong += check_variants(Service(run.base))
    if wrong:
        print("\n".join(["DIFFERENCE", *wrong]))
        return 1
    coverage, difference = compare_in_processes(run)
    print(table(coverage, time.monotonic() - begin))
    if difference:
        print(difference)
        print(f"\nfound with --seed {run.seed} --processes {run.processes}")
        return 1
    lacking = run.lacking(coverage) if run.plies else []
    print("\n".join(f"too few {what}" for what in lacking) or "no difference")
    return 1 if lacking else 0


def arguments() -> argparse.Namespace:
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", nargs="?", help="a running server, such as http://127.0.0.1:8080")
    parser.add_argument("--binary", type=Path, help="start this server instead")
    parser.add_argument("--seed", type=int, help="repeat the run that printed this seed")
    parser.add_argument("--seconds", type=float, help=f"the time for the run; {SECONDS:.0f} for a full one")
    parser.add_argument("--plies", type=int, help=f"how many plies have to be compared; {PLIES} for a full run, 0 for any number")
    parser.add_argument("--processes", type=int, default=PROCESSES, help=f"{PROCESSES} if not given")
    asked = parser.parse_args()
    if (asked.address is None) == (asked.binary is None):
        parser.error("give the address of a server, or --binary")
    return asked


if __name__ == "__main__":
    sys.exit(main())
