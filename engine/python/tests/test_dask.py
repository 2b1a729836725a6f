"""A sweep on Dask, whose executor is one of `concurrent.futures`."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

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


#: A client that writes a sweep in parts: existing parts are not evaluated again, and no part is incomplete.
CLIENT = """
import os, sys, pathlength
from distributed import Client

address, folder, grid, parts = *sys.argv[1:4], int(sys.argv[4])
lab = pathlength.open("disk-paths")
grid = lab.grid(grid)
with Client(address) as client:
    for part in range(1, parts + 1):
        path = os.path.join(folder, f"part-{part:02}.csv")
        if not os.path.exists(path):
            sweep = lab.sweep(grid, executor=client.get_executor(), threads=2, part=(part, parts))
            with open(path + ".new", "w", newline="") as file:
                sweep.write(file)
            os.replace(path + ".new", path)
"""

GRID = """
lab = "disk-paths"
settings = { phase = "mix" }
axis = [
  { setting = "path", values = ["eckd", "fcp"] },
  { setting = "read_share", linear = [0, 100, 500] },
  { setting = "reread_share", linear = [0, 90, 100] },
]
"""


def test_a_killed_client_of_dask_continues_with_the_missing_parts(client: object, tmp_path: Path) -> None:
    parts, kills = 40, 20
    (tmp_path / "grid.toml").write_text(GRID)
    (tmp_path / "client.py").write_text(CLIENT)
    address = client.scheduler.address  # type: ignore[attr-defined]
    command = [sys.executable, tmp_path / "client.py", address, tmp_path, tmp_path / "grid.toml", str(parts)]
    moments = random.Random(1)

    def written() -> list[Path]:
        return sorted(tmp_path.glob("part-*.csv"))

    killed = 0
    for _ in range(kills):
        before = len(written())
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        # Some clients are killed before they have begun, others during one of their first parts.
        while len(written()) < before + moments.randrange(3) and process.poll() is None:
            time.sleep(moments.random() / 10)
        time.sleep(moments.random() / 2)
        process.kill()
        killed += process.wait() == -signal.SIGKILL
    assert killed == kills
    assert len(written()) < parts
    subprocess.run(command, check=True)
    texts = [path.read_text().split("\n", 1) for path in written()]
    lab = pathlength.open("disk-paths")
    whole = lab.sweep(lab.grid(tmp_path / "grid.toml")).to_csv()
    assert texts[0][0] + "\n" + "".join(rows for _, rows in texts) == whole
