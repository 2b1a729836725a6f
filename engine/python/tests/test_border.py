"""The border between the engine and Python: signals, threads, exceptions, panics."""

import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pathlength
import pytest
from pathlength import _engine, queue

CALLS = {
    "sweep": """
    axes = {"read_share": pathlength.linear(0, 100, 9000), "reread_share": pathlength.linear(0, 90, 9000)}
    pathlength.open("disk-paths").sweep(axes, settings={"path": "eckd", "phase": "mix"})
""",
    "simulate": """
    out = [{"station": "out", "probability": 1}]
    visit = {"station": "cpu", "service": {"exponential": {"mean_s": 1}}, "next": out}
    jobs = {"name": "jobs", "arrivals": {"exponential": {"mean_s": 1.02}}, "start": "cpu", "visits": [visit]}
    queue.simulate({"stations": [{"name": "cpu", "kind": "queue"}], "classes": [jobs]}, time_s=1e7)
""",
    "calibrate": """
    pathlength.open("disk-paths").calibrate(bootstrap=100000)
""",
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of Unix")
@pytest.mark.parametrize("call", CALLS)
def test_an_interrupt_ends_a_long_call_at_once(call: str) -> None:
    program = f"""
import pathlength, time
from pathlength import queue
print("begin", flush=True)
try:
    {CALLS[call]}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "begin\n"
    time.sleep(1)
    begin = time.monotonic()
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=30)
    assert (out, child.returncode) == ("interrupted\n", 0)
    # Far less than the call takes, with room for a busy machine.
    assert time.monotonic() - begin < 10


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="counts threads by the files of Linux")
def test_an_interrupted_calibration_leaves_no_work_behind() -> None:
    # The only fit of this lab simulates for about a minute.
    program = """
import pathlength, os, time
print("begin", flush=True)
try:
    pathlength.open("sfs-file-pool").calibrate()
except KeyboardInterrupt:
    for _ in range(100):
        if len(os.listdir("/proc/self/task")) == 1:
            print("interrupted", flush=True)
            break
        time.sleep(0.1)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "begin\n"
    time.sleep(2)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert (out, child.returncode) == ("interrupted\n", 0)


def test_other_threads_run_during_a_long_call() -> None:
    ticks, stop = [time.monotonic()], threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    ticker = threading.Thread(target=tick)
    ticker.start()
    network = {
        "stations": [{"name": "cpu", "kind": "queue"}],
        "classes": [
            {
                "name": "jobs",
                "arrivals": {"exponential": {"mean_s": 2}},
                "start": "cpu",
                "visits": [
                    {
                        "station": "cpu",
                        "service": {"exponential": {"mean_s": 1}},
                        "next": [{"station": "out", "probability": 1}],
                    }
                ],
            }
        ],
    }
    begin = time.monotonic()
    queue.simulate(network, time_s=1e5, runs=10)
    end = time.monotonic()
    stop.set()
    ticker.join()
    during = [tick for tick in ticks if begin <= tick <= end]
    assert len(during) > (end - begin) / 0.5


class EnoughError(Exception):
    pass


def test_an_exception_of_the_progress_callback_ends_the_work() -> None:
    calls: list[tuple[int, int]] = []

    def progress(done: int, all: int) -> None:
        calls.append((done, all))
        raise EnoughError

    lab = pathlength.open("disk-paths")
    axes = {"read_share": pathlength.linear(0, 100, 9000), "reread_share": pathlength.linear(0, 90, 9000)}
    with pytest.raises(EnoughError):
        lab.sweep(axes, settings={"path": "eckd", "phase": "mix"}, progress=progress)
    [(done, all)] = calls
    assert 0 < done < all == 81_000_000


@pytest.mark.parametrize("is_long", [False, True])
def test_a_panic_is_an_exception_with_a_sentence(is_long: bool) -> None:
    with pytest.raises(
        pathlength.PathlengthError, match=r"the engine failed because of a defect; .* a test asked for it"
    ):
        _engine._panic(is_long)


def test_the_exception_is_pickled_under_the_name_of_the_package() -> None:
    error = pathlength.PathlengthError("the cache is too small: give more")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (pathlength.PathlengthError, str(error))
    assert pathlength.PathlengthError.__module__ == "pathlength"


def part(index: int) -> bytes:
    lab = pathlength.open("disk-paths")
    axes = {"path": ["eckd", "fcp"], "read_share": pathlength.linear(0, 100, 21)}
    sweep = lab.sweep(axes, settings={"phase": "mix"}, part=(index, 4), threads=1)
    return bytes(sweep["kb_per_s"])


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_workers_give_the_same_bits(kind: str) -> None:
    alone = [part(index) for index in range(1, 5)]
    pool = ThreadPoolExecutor(2) if kind == "threads" else ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    with pool as executor:
        assert list(executor.map(part, range(1, 5))) == alone


def test_an_error_crosses_a_process() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        failing = executor.submit(part, 9)
    with pytest.raises(pathlength.PathlengthError, match="there is no part 9 of 4"):
        failing.result()


def test_the_wheel_has_types_and_fits_every_python() -> None:
    package = Path(pathlength.__file__).parent
    assert (package / "py.typed").exists()
    assert (package / "_engine.pyi").exists()
    assert ".abi3." in Path(_engine.__file__).name or sys.platform == "win32"
