"""A sweep on Dask, whose executor is one of `concurrent.futures`."""

import os
import signal
import time
from collections.abc import Iterator

import pathlength
import pytest

pytestmark = [pytest.mark.nightly, pytest.mark.filterwarnings("default")]


@pytest.fixture(scope="module")
def client() -> Iterator[object]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


def test_a_killed_worker_of_dask_loses_nothing(client: object) -> None:
    axes = {
        "path": ["eckd", "fcp"],
        "read_share": pathlength.linear(0, 100, 1000),
        "reread_share": pathlength.linear(0, 90, 300),
    }
    lab = pathlength.open("disk-paths")
    grid = lab.grid(axes, settings={"phase": "mix"}, outputs=["kb_per_s"])
    pids = list(client.run(os.getpid).values())  # type: ignore[attr-defined]
    killed: list[int] = []

    def kill(done: int, all: int) -> None:
        if not killed and done > all / 10:
            os.kill(pids[0], signal.SIGKILL)
            killed.append(pids[0])
            time.sleep(0.5)

    executor = client.get_executor()  # type: ignore[attr-defined]
    sweep = lab.sweep(grid, executor=executor, threads=2, progress=kill)
    assert killed
    assert bytes(sweep["kb_per_s"]) == bytes(lab.sweep(grid)["kb_per_s"])
