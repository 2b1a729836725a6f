"""Columns in NumPy, pandas, polars, and Arrow: the same numbers, without copies."""

import gc
import math
import subprocess
import sys

import pathlength
import pytest
from pathlength import _arrow

numpy = pytest.importorskip("numpy")
pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def sweep() -> pathlength.Sweep:
    lab = pathlength.open("disk-paths")
    axes = {"path": ["eckd", "fcp", "eckd"], "read_share": pathlength.linear(0, 100, 11)}
    return lab.sweep(axes, settings={"phase": "mix"})


@pytest.fixture(scope="module")
def cells() -> pathlength.Cells:
    return pathlength.open("zfs-directories").reproduce()


def same(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    return one == other


def test_numpy_arrays_are_views(sweep: pathlength.Sweep) -> None:
    arrays = sweep.to_numpy()
    for name, column in sweep.columns().items():
        assert arrays[name].shape == (len(sweep),)
        if isinstance(column, memoryview):
            assert numpy.shares_memory(arrays[name], numpy.asarray(column))
            assert not arrays[name].flags.writeable
    assert arrays["scenario"].dtype == numpy.uint64
    assert arrays["kb_per_s"].dtype == numpy.float64


@pytest.mark.parametrize("kind", ["sweep", "cells"])
def test_every_library_has_the_same_values(kind: str, request: pytest.FixtureRequest) -> None:
    frame = request.getfixturevalue(kind)
    records = list(frame.records())
    # Arrow has a null where a column has no value.
    expected = [
        {name: None if isinstance(value, float) and math.isnan(value) else value for name, value in record.items()}
        for record in records
    ]
    assert pyarrow.table(frame).to_pylist() == expected
    assert polars.DataFrame(frame).to_dicts() == expected
    table = frame.to_pandas()
    assert list(table.columns) == list(frame.columns())
    for name in table.columns:
        values = [None if value is None else value for value in table[name].tolist()]
        for value, record in zip(values, records, strict=True):
            missing = record[name] is None and isinstance(value, float) and math.isnan(value)
            assert missing or same(value, record[name]), name


def test_arrow_columns_are_views_with_the_origin(sweep: pathlength.Sweep) -> None:
    table = sweep.to_arrow()
    address = table["kb_per_s"].chunk(0).buffers()[1].address
    assert address == numpy.asarray(sweep["kb_per_s"]).__array_interface__["data"][0]
    assert table.schema.metadata == {name.encode(): text.encode() for name, text in sweep.metadata().items()}
    assert table.schema.field("path").type == pyarrow.dictionary(pyarrow.int32(), pyarrow.string())


def test_what_is_not_released_yet_is_all_that_is_kept(sweep: pathlength.Sweep) -> None:
    gc.collect()
    before = len(_arrow._alive)
    for _ in range(50):
        # A stream that is never read, one that is read, and one whose columns are taken apart.
        sweep.__arrow_c_stream__()
        table = pyarrow.table(sweep)
        column = table["kb_per_s"]
        del table
        assert column[3].as_py() == sweep["kb_per_s"][3]
        del column
    gc.collect()
    assert len(_arrow._alive) == before


def test_columns_outlive_the_sweep() -> None:
    def make() -> tuple[object, object]:
        lab = pathlength.open("disk-paths")
        sweep = lab.sweep({"path": ["eckd", "fcp"]}, settings={"phase": "read"})
        return sweep.to_arrow()["kb_per_s"], sweep.to_numpy()["kb_per_s"]

    arrow, array = make()
    gc.collect()
    assert arrow.to_pylist() == array.tolist()


def test_frames_that_live_to_the_end_of_the_interpreter_end_quietly() -> None:
    program = """
import pathlength, polars, pyarrow, threading
sweep = pathlength.open("disk-paths").sweep({"path": ["eckd", "fcp"]}, settings={"phase": "read"})
one, two, three = polars.DataFrame(sweep), pyarrow.table(sweep), sweep.__arrow_c_stream__()
print(one.height + two.num_rows)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "4\n", "")


def test_the_package_imports_no_library() -> None:
    program = "import sys, pathlength; print([name for name in sys.modules if name in %r])"
    libraries = ("numpy", "pandas", "polars", "pyarrow", "ctypes")
    ended = subprocess.run([sys.executable, "-c", program % (libraries,)], capture_output=True, text=True)
    assert ended.stdout == "[]\n", ended.stderr


def test_numpy_values_are_settings() -> None:
    lab = pathlength.open("disk-paths")
    plain = lab.sweep({"read_share": [0.1, 50, 100]}, settings={"path": "eckd", "phase": "mix"})
    array = lab.sweep(
        {"read_share": numpy.array([0.1, 50, 100])}, settings={"path": numpy.str_("eckd"), "phase": "mix"}
    )
    assert array.to_csv() == plain.to_csv()
    share = numpy.float64(0.1)
    assert lab.run(path="eckd", phase="mix", read_share=share) == lab.run(path="eckd", phase="mix", read_share=0.1)
