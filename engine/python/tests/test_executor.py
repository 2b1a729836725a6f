"""Sweeps on executors: the bytes of a whole sweep, whatever happens to the workers."""

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pathlength
import pytest
from pathlength import _executor

AXES = {"path": ["eckd", "fcp"], "read_share": pathlength.linear(0, 100, 301), "reread_share": [0, 30, 90]}


def threads() -> Executor:
    return ThreadPoolExecutor(2)


def processes() -> Executor:
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


@pytest.fixture(scope="module")
def grid() -> pathlength.Grid:
    return pathlength.open("disk-paths").grid(AXES, settings={"phase": "mix"})


@pytest.fixture(scope="module")
def whole(grid: pathlength.Grid) -> str:
    return grid.lab.sweep(grid, threads=1).to_csv()


@pytest.mark.parametrize("make", [threads, processes])
def test_an_executor_gives_the_bytes_of_the_whole_sweep(
    make: Callable[[], Executor], grid: pathlength.Grid, whole: str
) -> None:
    done: list[tuple[int, int]] = []
    with make() as executor:
        sweep = grid.lab.sweep(grid, executor=executor, threads=2, progress=lambda *now: done.append(now))
        part = grid.lab.sweep(grid, executor=executor, threads=2, part=(2, 5))
    assert sweep.to_csv() == whole
    assert part.to_csv() == grid.lab.sweep(grid, part=(2, 5)).to_csv()
    assert done == sorted(done)
    assert done[-1] == (1806, 1806)


def test_an_executor_records_scenarios_without_an_answer() -> None:
    lab = pathlength.open("journaling")
    output = next(iter(lab.run(policy="ordered", study="load").outputs))
    grid = lab.grid({"study": list(lab.settings["study"].values)}, settings={"policy": "ordered"}, outputs=[output])
    with threads() as executor:
        sweep = lab.sweep(grid, executor=executor, threads=2)
    assert sweep.errors
    assert sweep.to_csv() == lab.sweep(grid).to_csv()


class Recorder(Executor):
    """Executor that runs tasks immediately and records the scenarios of each; tasks that `is_lost` selects fail."""

    def __init__(self, is_lost: Callable[[int], bool] = lambda number: False) -> None:
        self.is_lost, self.tasks = is_lost, list[range]()

    def submit(self, call: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.tasks.append(range(*args[1:]))
        if self.is_lost(len(self.tasks)):
            future.set_exception(OSError("the network is gone"))
        else:
            future.set_result(call(*args, **kwargs))
        return future


def test_lost_tasks_are_done_again(grid: pathlength.Grid, whole: str) -> None:
    recorder = Recorder(is_lost=lambda number: number % 3 == 0)
    assert grid.lab.sweep(grid, executor=recorder, threads=2).to_csv() == whole
    assert len(set(recorder.tasks)) < len(recorder.tasks)


def test_a_task_that_is_always_lost_ends_the_sweep(grid: pathlength.Grid) -> None:
    recorder = Recorder(is_lost=lambda number: True)
    with pytest.raises(pathlength.PathlengthError, match=r"were lost 4 times, the last time by OSError.*is gone"):
        grid.lab.sweep(grid, executor=recorder, threads=1)


def sizes(cost_s: float) -> list[int]:
    """Return the sizes of the tasks for 200,000 scenarios of equal cost."""
    chosen, rest, policy = list[int](), 200_000, _executor._Sizes(workers=2)
    while rest:
        chosen.append(policy.choose(rest))
        rest -= chosen[-1]
        policy.learn(chosen[-1], chosen[-1] * cost_s)
    return chosen


def test_a_task_of_dear_scenarios_takes_a_second() -> None:
    chosen = sizes(0.1)
    assert max(chosen) == 10
    assert sum(chosen) == 200_000


def test_cheap_scenarios_are_shared_by_all_workers() -> None:
    chosen = sizes(1e-6)
    assert chosen[:3] == [1, 8, 64]
    # A quarter of the rest at most, and few tasks.
    assert max(chosen) <= 50_000
    assert len(chosen) < 100
    assert sum(chosen) == 200_000


class Deadly(ProcessPoolExecutor):
    """A pool of one process, which is killed before the fifth task that waits for it."""

    def __init__(self) -> None:
        super().__init__(1, mp_context=get_context("spawn"))
        self.count = 0

    def submit(self, call: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.count += 1
        if self.count == 5:
            super().submit(_die)
        return super().submit(call, *args, **kwargs)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of Unix")
def test_a_killed_process_loses_nothing(grid: pathlength.Grid, whole: str) -> None:
    pools: list[str] = []

    def make() -> Executor:
        pools.append("made")
        return processes() if len(pools) > 1 else Deadly()

    assert grid.lab.sweep(grid, executor=make, threads=2).to_csv() == whole
    assert len(pools) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of Unix")
def test_a_broken_executor_is_refused_with_a_remedy(grid: pathlength.Grid) -> None:
    with Deadly() as pool, pytest.raises(pathlength.PathlengthError, match="give a function that makes the executor"):
        grid.lab.sweep(grid, executor=pool, threads=2)
