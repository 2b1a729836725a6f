"""Queueing networks: the bytes of the command, and the results of independent formulas."""

import json
import math
from pathlib import Path
from typing import Any

import pathlength
import pytest
from pathlength import queue

from conftest import Command


def exponential(mean_s: float) -> dict[str, Any]:
    return {"exponential": {"mean_s": mean_s}}


def single(rate: float, mean_s: float, servers: int = 1) -> dict[str, Any]:
    """Return an M/M/c queue."""
    return {
        "stations": [{"name": "cpu", "kind": "queue", "servers": servers}],
        "classes": [
            {
                "name": "jobs",
                "arrivals": exponential(1 / rate),
                "start": "cpu",
                "visits": [
                    {"station": "cpu", "service": exponential(mean_s), "next": [{"station": "out", "probability": 1}]}
                ],
            }
        ],
    }


def central_server(population: int, think_s: float, demands: list[float]) -> dict[str, Any]:
    """Return terminals and single servers that each request visits once, in a row."""
    names = ["terminals", *(f"disk {at}" for at in range(len(demands)))]
    times = [think_s, *demands]
    visits = [
        {
            "station": name,
            "service": exponential(time),
            "next": [{"station": names[(at + 1) % len(names)], "probability": 1}],
        }
        for at, (name, time) in enumerate(zip(names, times, strict=True))
    ]
    return {
        "stations": [{"name": name, "kind": "queue" if at else "delay"} for at, name in enumerate(names)],
        "classes": [{"name": "users", "population": population, "start": "terminals", "visits": visits}],
    }


@pytest.mark.parametrize("utilization", [0.1, 0.5, 0.9, 0.99])
def test_an_m_m_1_queue_has_its_closed_form(utilization: float) -> None:
    [jobs] = queue.solve(single(rate=utilization / 0.004, mean_s=0.004))["classes"]
    assert jobs["response_s"] == pytest.approx(0.004 / (1 - utilization), rel=1e-12)
    assert jobs["mean_in_system"] == pytest.approx(utilization / (1 - utilization), rel=1e-12)


def test_an_m_m_c_queue_has_erlang_c() -> None:
    rate, mean_s, servers = 3.4, 1.0, 4
    offered = rate * mean_s
    below = sum(offered**k / math.factorial(k) for k in range(servers))
    last = offered**servers / math.factorial(servers) / (1 - offered / servers)
    wait = last / (below + last) * mean_s / (servers - offered)
    [jobs] = queue.solve(single(rate, mean_s, servers))["classes"]
    assert jobs["response_s"] == pytest.approx(wait + mean_s, rel=1e-12)


def test_a_closed_network_has_mean_value_analysis() -> None:
    numpy = pytest.importorskip("numpy")
    demands, think_s = numpy.array([0.02, 0.05, 0.011]), 3.0
    queues = numpy.zeros(3)
    for population in range(1, 121):
        residence = demands * (1 + queues)
        throughput = population / (think_s + residence.sum())
        queues = throughput * residence
    solution = queue.solve(central_server(120, think_s, demands.tolist()))
    [users] = solution["classes"]
    assert solution["exact"]
    assert solution["bottleneck"] == "disk 1"
    assert users["throughput"] == pytest.approx(throughput, rel=1e-10)
    numbers = [station["mean_in_system"] for station in solution["stations"][1:]]
    assert numbers == pytest.approx(queues.tolist(), rel=1e-10)


def test_a_simulation_agrees_with_the_solution() -> None:
    network = central_server(20, 1.0, [0.02, 0.06])
    [exact] = queue.solve(network)["classes"]
    [simulated] = queue.simulate(network, time_s=2000, runs=20, seed=7)["classes"]
    for name in ("throughput", "response_s"):
        estimate = simulated[name]
        # Two half-widths are four standard errors: one of ten thousand seeds is farther off.
        assert abs(estimate["mean"] - exact[name]) < 2 * estimate["half_width"]


@pytest.mark.parametrize("form", ["mapping", "text", "path"])
def test_solutions_have_the_bytes_of_the_command(form: str, tmp_path: Path, command: Command) -> None:
    network = central_server(50, 5.0, [0.1, 0.03])
    path = tmp_path / "network.json"
    path.write_text(json.dumps(network))
    given = {"mapping": network, "text": json.dumps(network), "path": path}[form]
    assert queue.solve(given).to_json() == command("queue", "solve", path)
    assert queue.solve(given, approximate="schweitzer").to_json() == command(
        "queue", "solve", path, "--approximate", "schweitzer"
    )


def test_simulations_have_the_bytes_of_the_command(tmp_path: Path, command: Command) -> None:
    network = single(rate=0.7, mean_s=1.0)
    path = tmp_path / "network.json"
    path.write_text(json.dumps(network))
    calls: list[tuple[int, int]] = []
    report = queue.simulate(network, runs=10, precision=0.2, progress=lambda *now: calls.append(now))
    assert report.to_json() == command("queue", "simulate", path, "--runs", "10", "--precision", "20")
    assert calls[-1] == (1000, 1000)
    assert calls == sorted(calls)
    timed = queue.simulate(network, time_s=500, warm_up_s=50, seed=9)
    arguments = ["--time", "500", "--warm-up", "50", "--seed", "9"]
    assert timed.to_json() == command("queue", "simulate", path, *arguments)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: queue.solve(single(2.0, 1.0)), 'station "cpu" is saturated'),
        (lambda: queue.solve({"stations": []}), "network: missing field `classes`"),
        (lambda: queue.solve('{"stations": 1}'), "network: invalid type"),
        (lambda: queue.solve(single(0.5, 1.0), approximate="bard"), "unknown approximation"),
        (lambda: queue.simulate(single(0.5, 1.0), runs=0), "runs is 0: give 1 to"),
        (lambda: queue.simulate(single(0.5, 1.0), precision=0.0), "give ±0.01 % to ±100 %"),
        (lambda: queue.simulate(single(0.5, 1.0), time_s=9, precision=0.1), "time_s and precision exclude each other"),
        (lambda: queue.simulate(single(0.5, 1.0), warm_up_s=9), "warm_up_s needs a simulated time"),
        (lambda: queue.simulate(single(0.5, 1.0), seed=-1), "invalid value"),
    ],
)
def test_a_wrong_network_or_option_is_refused_with_a_sentence(call: Any, sentence: str) -> None:
    with pytest.raises(pathlength.PathlengthError) as refusal:
        call()
    assert sentence in str(refusal.value)


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        queue.solve(tmp_path / "network.json")
