"""Sweeps on executors: threads, processes, or the machines of a cluster."""

from __future__ import annotations

import functools
import os
import pickle
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import TYPE_CHECKING, NamedTuple

from ._engine import Columns, PathlengthError

if TYPE_CHECKING:
    from ._sweep import Grid

Executors = Executor | Callable[[], Executor]

#: Duration of a task, in seconds: long enough that its transfer does not matter, and short enough for a repetition.
_TASK_S = 1.0
#: Maximum number of scenarios in a task, whose numbers must fit into a worker's memory and a message.
_MAX_SCENARIOS = 1_000_000
#: Maximum ratio of the scenarios in a task to those in the largest earlier task.
_MAX_GROWTH = 8
#: Number of tasks that run on a worker or wait for it, so that the worker does not wait for the next task.
_TASKS_PER_WORKER = 2
#: Maximum number of repetitions of a failed task.
_RETRIES = 3


class _Answer(NamedTuple):
    outputs: list[bytes]
    errors: list[tuple[int, str]]
    seconds: float


class _Task(NamedTuple):
    scenarios: range
    attempt: int


@functools.lru_cache(maxsize=4)
def _grid(pickled: bytes) -> Grid:
    grid: Grid = pickle.loads(pickled)
    return grid


def _evaluate(pickled: bytes, start: int, stop: int) -> _Answer:
    """Evaluate some scenarios; this runs on a worker."""
    engine = _grid(pickled)._engine
    begin = time.perf_counter()
    columns = engine.sweep(start, stop, 1, None)
    return _Answer(columns.outputs(), columns.errors, time.perf_counter() - begin)


class _Sizes:
    """The number of scenarios per task, chosen by the measured times of earlier tasks."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._size = self._largest = 1

    def learn(self, scenarios: int, seconds: float) -> None:
        self._largest = max(self._largest, scenarios)
        in_time = int(scenarios * _TASK_S / max(seconds, 1e-9))
        self._size = max(1, min(in_time, _MAX_GROWTH * self._largest, _MAX_SCENARIOS))

    def choose(self, rest: int) -> int:
        # Smaller tasks at the end, so that all workers finish at about the same time.
        share = rest // (_TASKS_PER_WORKER * self._workers)
        return min(rest, max(1, self._size // 16, min(self._size, share)))


class _Pool:
    """The executor; if it was made here, it is made again when it breaks."""

    def __init__(self, given: Executors) -> None:
        self._make = None if isinstance(given, Executor) else given
        self._executor = given if isinstance(given, Executor) else given()

    def submit(self, pickled: bytes, scenarios: range) -> Future[_Answer]:
        try:
            return self._executor.submit(_evaluate, pickled, scenarios.start, scenarios.stop)
        except BrokenExecutor:
            self._renew()
            return self._executor.submit(_evaluate, pickled, scenarios.start, scenarios.stop)

    def _renew(self) -> None:
        self.end()
        if self._make is None:
            raise PathlengthError(
                "a worker was killed and its executor cannot continue: give a function that makes the executor, as in "
                "executor=lambda: ProcessPoolExecutor(4)"
            )
        self._executor = self._make()

    def end(self) -> None:
        if self._make is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


def sweep_on(
    given: Executors,
    grid: Grid,
    scenarios: range,
    workers: int | None,
    progress: Callable[[int, int], object] | None,
) -> Columns:
    """Evaluate some scenarios of a grid on an executor; `Lab.sweep` describes it."""
    workers = workers or os.cpu_count() or 1
    pickled, pool, sizes = pickle.dumps(grid), _Pool(given), _Sizes(workers)
    lost: list[_Task] = []
    running: dict[Future[_Answer], _Task] = {}
    answers: dict[int, _Answer] = {}
    next_start, done = scenarios.start, 0
    try:
        while lost or running or next_start < scenarios.stop:
            while len(running) < _TASKS_PER_WORKER * workers and (lost or next_start < scenarios.stop):
                if lost:
                    task = lost.pop()
                else:
                    size = sizes.choose(scenarios.stop - next_start)
                    task = _Task(range(next_start, next_start + size), 0)
                    next_start += size
                running[pool.submit(pickled, task.scenarios)] = task
            ended, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ended:
                task = running.pop(future)
                answer = _answer(future, task)
                if answer is None:
                    lost.append(_Task(task.scenarios, task.attempt + 1))
                    continue
                answers[task.scenarios.start] = answer
                sizes.learn(len(task.scenarios), answer.seconds)
                done += len(task.scenarios)
                if progress:
                    progress(done, len(scenarios))
    finally:
        for future in running:
            future.cancel()
        pool.end()
    parts = [answers[start] for start in sorted(answers)]
    outputs = [b"".join(part.outputs[column] for part in parts) for column in range(len(grid.outputs))]
    errors = [error for part in parts for error in part.errors]
    return grid._engine.columns(scenarios.start, scenarios.stop, outputs, errors)


def _answer(future: Future[_Answer], task: _Task) -> _Answer | None:
    """Return the answer of a task that has ended; None if it was lost and must be repeated."""
    try:
        return future.result()
    except PathlengthError:
        raise
    except Exception as error:
        if task.attempt < _RETRIES:
            return None
        where = f"scenarios {task.scenarios.start} to {task.scenarios.stop}"
        message = f"{where} were lost {task.attempt + 1} times, the last time by {error!r}: check the worker's log"
        raise PathlengthError(message) from error
