"""Queueing networks: stations and customer classes, solved or simulated.

A network is a dictionary, a JSON text, or the path of a JSON file; ``docs/queueing.md`` describes it.

>>> from pathlength import queue
>>> network = {
...     "stations": [{"name": "cpu", "kind": "queue"}],
...     "classes": [{"name": "jobs", "arrivals": {"exponential": {"mean_s": 2}}, "start": "cpu", "visits": [
...         {"station": "cpu", "service": {"exponential": {"mean_s": 1}},
...          "next": [{"station": "out", "probability": 1}]}]}],
... }
>>> solution = queue.solve(network)
>>> solution["classes"][0]["response_s"]
2.0
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from . import _engine
from ._document import Document, write

Network = Mapping[str, Any] | str | os.PathLike[str]

__all__ = ["Network", "Report", "Solution", "simulate", "solve"]


class Solution(Document):
    """The steady state of a network.

    ``method`` is the method, ``method_reason`` the reason for the method, ``exact`` whether the solution is exact,
    ``notes`` the approximations, and ``bottleneck`` the station that saturates first. ``classes`` and ``stations``
    contain the numbers: ``throughput`` (requests per second), ``response_s`` (seconds), ``mean_in_system``,
    ``utilization`` (0 to 1), and others.
    """

    __slots__ = ()


class Report(Document):
    """The result of a simulation.

    ``classes`` and ``stations`` contain the numbers of `Solution` as estimates: ``mean``, and ``half_width`` of the
    95 % confidence interval. ``warnings`` lists the reasons to distrust them, such as short runs.
    """

    __slots__ = ()


def _text(network: Network) -> str:
    if isinstance(network, Mapping):
        return write(network)
    if isinstance(network, str) and network.lstrip().startswith("{"):
        return network
    return Path(network).read_text(encoding="utf-8")


def solve(network: Network, *, approximate: str | None = None) -> Solution:
    """Solve a network, exactly where possible; otherwise, the solution names the approximation.

    Parameters
    ----------
    network : mapping, str, or path
        The network, as a dictionary, JSON, or the path of a JSON file.
    approximate : {"linearizer", "schweitzer"}, optional
        An approximation for closed classes in place of an exact solution.

    Returns
    -------
    Solution
        Times in seconds, rates per second. Its JSON has the same bytes as that of ``pathlength queue solve``.

    Raises
    ------
    PathlengthError
        The network is invalid or saturated, or no formula is known for it; the text names the fix.
    OSError
        The file cannot be read.
    """
    return Solution(_engine.solve(_text(network), approximate))


def simulate(
    network: Network,
    *,
    seed: int | None = None,
    runs: int | None = None,
    precision: float | None = None,
    max_events: int | None = None,
    time_s: float | None = None,
    warm_up_s: float | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """Simulate a network, with 95 % confidence intervals.

    Parameters
    ----------
    network : mapping, str, or path
        The network, as for `solve`.
    seed : int, optional
        The seed of the random numbers: the same seed gives the same report. 1 by default.
    runs : int, optional
        The number of independent replications, 40 by default; a single run uses batch means.
    precision : float, optional
        The maximum half-width of the intervals for each class's response time and number in system, relative to the
        estimate: 0.05, the default, is ±5 %. The command takes percent.
    max_events : int, optional
        The maximum number of events; the report contains a warning if the precision is not reached.
    time_s : float, optional
        The simulated seconds of each run, in place of `precision`.
    warm_up_s : float, optional
        The simulated seconds of warm-up before `time_s`; the first tenth of `time_s` by default.
    progress : callable, optional
        Called periodically with the finished work in thousandths, and 1000.

    Returns
    -------
    Report
        Times in seconds, rates per second. Its JSON has the same bytes as that of ``pathlength queue simulate``.

    Raises
    ------
    PathlengthError
        The network is invalid or saturated, or an option is out of range.
    OSError
        The file cannot be read.
    KeyboardInterrupt
        At once after Ctrl-C; the simulation ends within milliseconds.
    """
    options = {
        "seed": seed,
        "runs": runs,
        "precision": precision,
        "max_events": max_events,
        "time_s": time_s,
        "warm_up_s": warm_up_s,
    }
    return Report(_engine.simulate(_text(network), write(options), progress))
