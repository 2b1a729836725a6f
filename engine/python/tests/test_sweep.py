"""Sweeps: the same bytes as the command, for any part, order, number of threads, and library."""

import io
import json
import math
import pickle
import random
from pathlib import Path

import pathlength
import pytest

from conftest import Command
from test_labs import scenario_of

GRID = """
lab = "disk-paths"

[settings]
phase = "mix"

[[axis]]
setting = "path"
values = ["eckd", "fcp"]

[[axis]]
setting = "read_share"
linear = [0, 100, 51]

[[axis]]
setting = "reread_share"
linear = [0, 90, 10]
"""

AXES = {
    "path": ["eckd", "fcp"],
    "read_share": pathlength.linear(0, 100, 51),
    "reread_share": pathlength.linear(0, 90, 10),
}


@pytest.fixture(scope="module")
def lab() -> pathlength.Lab:
    return pathlength.open("disk-paths")


@pytest.fixture(scope="module")
def sweep(lab: pathlength.Lab) -> pathlength.Sweep:
    return lab.sweep(AXES, settings={"phase": "mix"})


@pytest.fixture(scope="module")
def grid_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("grid") / "grid.toml"
    path.write_text(GRID)
    return path


def test_1020_scenarios_have_the_bytes_of_the_command(
    sweep: pathlength.Sweep, grid_file: Path, command: Command
) -> None:
    assert len(sweep) == 1020
    csv = command("sweep", grid_file)
    assert sweep.to_csv() == csv
    assert sweep.to_jsonl() == command("sweep", grid_file, "--format", "jsonl")
    written = io.StringIO()
    sweep.write(written)
    assert written.getvalue() == csv


def test_the_file_of_a_grid_is_the_same_grid(lab: pathlength.Lab, sweep: pathlength.Sweep, grid_file: Path) -> None:
    assert lab.sweep(grid_file).to_csv() == sweep.to_csv()
    assert lab.sweep(lab.grid(str(grid_file))).to_csv() == sweep.to_csv()


def test_arrow_of_the_command_has_the_columns_of_the_package(
    sweep: pathlength.Sweep, grid_file: Path, tmp_path: Path, command: Command
) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    path = tmp_path / "all.arrow"
    command("sweep", grid_file, "--format", "arrow", "-o", path)
    with pyarrow.ipc.open_stream(path) as reader:
        table = reader.read_all()
    assert table.column_names == list(sweep.columns())
    own = sweep.to_arrow()
    for name in table.column_names:
        assert table[name].to_pylist() == own[name].to_pylist(), name
    units = {name: table.schema.field(name).metadata[b"unit"].decode() for name in sweep.units}
    assert units == sweep.units
    metadata = {name.decode(): text.decode() for name, text in table.schema.metadata.items()}
    assert metadata.items() >= sweep.metadata().items()


def test_parts_are_the_shards_of_the_command(sweep: pathlength.Sweep, grid_file: Path, command: Command) -> None:
    lab = sweep.grid.lab
    parts = [lab.sweep(sweep.grid, part=(index, 7)) for index in range(1, 8)]
    # The last cell of a shard's row is its checksum.
    shard = command("sweep", grid_file, "--shard", "3/7").splitlines(keepends=True)
    assert parts[2].to_csv() == "".join(line.rpartition(",")[0] + "\n" for line in shard)
    assert [number for part in parts for number in part.scenarios] == list(range(1020))
    rows = [part.to_csv().split("\n", 1) for part in parts]
    assert rows[0][0] + "\n" + "".join(text for _, text in rows) == sweep.to_csv()


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads_do_not_change_a_bit(sweep: pathlength.Sweep, threads: int) -> None:
    again = sweep.grid.lab.sweep(sweep.grid, threads=threads)
    assert [bytes(column) for column in again.columns().values() if isinstance(column, memoryview)] == [
        bytes(column) for column in sweep.columns().values() if isinstance(column, memoryview)
    ]


def test_a_sweep_is_runs_one_by_one(sweep: pathlength.Sweep) -> None:
    lab, columns = sweep.grid.lab, sweep.columns()
    for number in random.Random(1).sample(range(len(sweep)), 60):
        outputs = lab.run(sweep.grid.scenario(number)).outputs
        assert {name: columns[name][number] for name in outputs} == outputs


@pytest.mark.parametrize(
    ("id", "axes"),
    [
        ("zfs-directories", {"names": [5000, 100, 1000]}),
        ("sfs-file-pool", {"engine": ["analytic", "simulation"]}),
        ("tape-compression", {"codec": ["aldc", "lz4"]}),
        ("raid5-small-writes", {}),
        ("queueing", {"users": [1, 20], "method": ["exact", "simulation"]}),
        ("cache-size", {"blocks": [50, 200], "policy": ["lru", "twoq"]}),
    ],
)
def test_models_that_measure_give_the_bytes_of_the_command(
    id: str, axes: dict[str, list[object]], tmp_path: Path, command: Command
) -> None:
    lab = pathlength.open(id)
    if not axes:
        number = next(setting for setting in lab.settings.values() if setting.kind == "number")
        axes = {number.name: list(number.values) or [number.minimum, number.maximum]}
    fixed = {name: value for name, value in scenario_of(lab).items() if name not in axes}
    sweep = lab.sweep(axes, settings=fixed)
    # These JSON values are also TOML values.
    toml = [f'lab = "{id}"', "[settings]", *(f"{name} = {json.dumps(value)}" for name, value in fixed.items())]
    for name, values in axes.items():
        toml += ["[[axis]]", f'setting = "{name}"', f"values = {json.dumps(values)}"]
    path = tmp_path / "grid.toml"
    path.write_text("\n".join(toml))
    assert sweep.to_csv() == command("sweep", path)


def test_settings_that_change_together_are_one_axis(lab: pathlength.Lab, tmp_path: Path, command: Command) -> None:
    rows = [("eckd", 25), ("fcp", 0.1), ("fcp", 100)]
    sweep = lab.sweep({("path", "read_share"): rows}, settings={"phase": "mix"})
    (tmp_path / "machines.csv").write_text("path,read_share\neckd,25\nfcp,0.1\nfcp,100\n")
    path = tmp_path / "grid.toml"
    path.write_text('lab = "disk-paths"\n[settings]\nphase = "mix"\n[[axis]]\ncsv = "machines.csv"\n')
    assert sweep.to_csv() == command("sweep", path) == lab.sweep(path).to_csv()
    assert [(record["path"], record["read_share"]) for record in sweep.records()] == rows


def test_a_scenario_without_an_answer_is_a_row_of_nan_with_a_sentence() -> None:
    lab = pathlength.open("journaling")
    output = next(iter(lab.run(policy="ordered", study="load").outputs))
    sweep = lab.sweep({"study": list(lab.settings["study"].values)}, settings={"policy": "ordered"}, outputs=[output])
    # The studies have different outputs.
    answered = [record["study"] for record in sweep.records() if record["error"] is None]
    assert answered == ["load"]
    for number, sentence in sweep.errors:
        assert f'the model has no output "{output}": use one of' in sentence
        assert math.isnan(sweep[output][number])
        assert sweep["error"][number] == sentence
    number, _ = sweep.errors[0]
    with pytest.raises(pathlength.PathlengthError, match=f"^scenario {number}: "):
        lab.sweep(sweep.grid, errors="raise")


@pytest.mark.parametrize(
    ("axes", "options", "sentence"),
    [
        ({"paths": ["eckd"]}, {}, 'the model has no setting "paths": use one of'),
        ({"path": ["ECKD"]}, {}, "setting path must be one of eckd, "),
        ({"path": []}, {}, "axis path has no values: give one or more"),
        ({"path": "eckd"}, {}, "axis path is 'eckd': give a list of values, or the setting in settings"),
        ({"path": ["eckd"]}, {}, "every scenario needs phase: set each in"),
        ({"path": ["eckd"], "phase": ["mix"]}, {"settings": {"path": "fcp"}}, "setting path is given twice"),
        ({"path": ["eckd"], "phase": ["mix"]}, {"outputs": ["speed"]}, 'the model has no output "speed": use one of'),
        ({"path": ["eckd"], "phase": ["mix"]}, {"part": (3, 2)}, "there is no part 3 of 2: give a part from 1 to 2"),
        ({"path": ["eckd"], "phase": ["mix"]}, {"part": (-1, 2)}, "part is -1: give 0 or more"),
        ({"path": ["eckd"], "phase": ["mix"]}, {"threads": 0}, "threads is 0: give 1 to 1024"),
        ({"path": ["eckd"], "phase": ["mix"]}, {"errors": "ignore"}, "errors is 'ignore': use one of record, raise"),
        ({("path", "phase"): [("eckd",)]}, {}, r"(path, phase):2: the line needs one value per setting (2), but has 1"),
        ({"read_share": pathlength.linear(0, 101, 3)}, {}, "setting read_share must be 0 to 100"),
        ({"read_share": pathlength.log(0, 100, 3)}, {}, "needs a first and a last value greater than 0"),
        ({"read_share": pathlength.linear(0, 100, 1)}, {}, "the number of values must be 2 to"),
    ],
)
def test_a_wrong_grid_is_refused_with_a_sentence(
    lab: pathlength.Lab, axes: dict[str, object], options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(pathlength.PathlengthError) as refusal:
        lab.sweep(axes, **options)
    assert sentence in str(refusal.value)


def test_a_grid_of_another_lab_is_refused(sweep: pathlength.Sweep, grid_file: Path) -> None:
    other = pathlength.open("tape-compression")
    with pytest.raises(pathlength.PathlengthError, match="the grid belongs to the lab disk-paths"):
        other.sweep(sweep.grid)
    with pytest.raises(pathlength.PathlengthError, match="the grid belongs to the lab disk-paths"):
        other.sweep(grid_file)
    with pytest.raises(pathlength.PathlengthError, match="the grid's file contains its settings"):
        sweep.grid.lab.sweep(grid_file, settings={"phase": "mix"})


def test_scenarios_are_counted_from_0(sweep: pathlength.Sweep) -> None:
    assert sweep.grid.scenario(1019)["reread_share"] == 90
    with pytest.raises(pathlength.PathlengthError, match="scenarios 1020 to 1021 are not in this grid"):
        sweep.grid.scenario(1020)


def test_a_sweep_is_pickled_with_its_numbers(sweep: pathlength.Sweep) -> None:
    part = sweep.grid.lab.sweep(sweep.grid, part=(2, 3))
    again = pickle.loads(pickle.dumps(part))
    assert again.to_csv() == part.to_csv()
    start, stop = part.scenarios.start, part.scenarios.stop
    with pytest.raises(pathlength.PathlengthError, match="the columns do not match the grid"):
        part.grid._engine.columns(start, stop, [b""] * len(part.grid.outputs), [])
