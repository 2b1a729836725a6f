"""Labs: the same bytes and error messages as the command."""

import csv
import io
import json
import math
import pickle
from pathlib import Path

import pathlength
import pytest

from conftest import ROOT, Command

LABS = pathlength.labs()


def test_the_labs_of_the_command_are_in_the_package(command: Command) -> None:
    listed = json.loads(command("labs", "--format", "json"))
    assert [(lab["id"], lab["title"], lab["model"], lab["hash"]) for lab in listed] == [
        (lab.id, lab.title, lab.model, lab.hash) for lab in map(pathlength.open, LABS)
    ]
    assert len(LABS) == 9
    assert [[table["id"] for table in lab["tables"]] for lab in listed] == [
        [table.id for table in pathlength.open(id).tables] for id in LABS
    ]


# The loads of this lab take a minute.
REPRODUCED = [pytest.param(id, marks=pytest.mark.nightly) if id == "journaling" else id for id in LABS]


@pytest.mark.parametrize("id", REPRODUCED)
def test_every_cell_has_the_bytes_of_the_command(id: str, command: Command) -> None:
    lab = pathlength.open(id)
    cells = lab.reproduce()
    assert cells.to_json() == command("reproduce", id, "--format", "json")
    assert cells.to_csv() == command("reproduce", id, "--format", "csv")
    assert len(cells) == sum(table.cells for table in lab.tables)


def test_the_columns_are_those_of_the_csv() -> None:
    cells = pathlength.open("zfs-directories").reproduce()
    header, *lines = csv.reader(io.StringIO(cells.to_csv()))
    assert list(cells.columns()) == header
    records = list(cells.records())
    assert len(records) == len(lines) == len(cells)
    for record, values in zip(records, lines, strict=True):
        for name, text in zip(record, values, strict=True):
            value = record[name]
            if isinstance(value, float):
                assert math.isnan(value) if text == "" else value == float(text), (name, values)
            elif isinstance(value, bool):
                assert text == str(value).lower()
            else:
                assert (value or "") == text, (name, values)


def test_one_table_is_a_part_of_all_tables() -> None:
    lab = pathlength.open("disk-paths")
    table = lab.tables[1].id
    alone = lab.reproduce(table)
    assert list(alone.summaries()) == [table]
    assert alone.summaries()[table] == lab.reproduce().summaries()[table]


def scenario_of(lab: pathlength.Lab) -> dict[str, float | str | bool]:
    """Return a scenario with the first word, the smallest number, and every switch that a scenario needs."""

    def value(setting: pathlength.Setting) -> float | str | bool:
        if setting.kind == "switch":
            return True
        return setting.values[0] if setting.values else max(setting.minimum, 1.0)

    # Without a number of reserved pages, the server's scenarios need these times, too.
    times = {"cpu_ms", "page_stall_ms", "checkpoint_ms"} if lab.id == "sfs-file-pool" else set()
    needed = [one for one in lab.settings.values() if not one.optional or one.name in times]
    return {setting.name: value(setting) for setting in needed}


@pytest.mark.parametrize("id", LABS)
def test_a_run_has_the_bytes_of_the_command(id: str, command: Command) -> None:
    lab = pathlength.open(id)
    scenario = scenario_of(lab)
    answer = lab.run(scenario)
    assert answer.to_json() == command("run", id, "-", "--format", "json", given=json.dumps(scenario))
    assert set(answer.outputs) <= set(lab.outputs)
    assert answer.units == {name: lab.outputs[name].unit for name in answer.outputs}


@pytest.mark.parametrize(
    ("scenario", "sentence"),
    [
        ({}, "setting path must be one of"),
        ({"path": "ECKD", "phase": "read"}, "setting path must be one of eckd, "),
        ({"path": "eckd", "phase": "mix", "read_share": "much"}, "setting read_share must be from 0 to 100 (%)"),
        ({"path": "eckd", "phase": "mix", "read_share": 101}, "read_share"),
        ({"path": "eckd", "phase": "read", "speed": 1}, 'the model has no setting "speed": use one of'),
        ({"path": "eckd", "phase": ["read"]}, "a setting must be a number, a word, or true or false"),
        ({"path": "eckd", "phase": math.nan}, "a value must be a finite number, a word, or true or false"),
        ({"path": "eckd", "phase": object()}, "a value must be a finite number, a word, or true or false"),
    ],
)
def test_a_wrong_scenario_is_refused_with_a_sentence(scenario: dict[str, object], sentence: str) -> None:
    with pytest.raises(pathlength.PathlengthError) as refusal:
        pathlength.open("disk-paths").run(scenario)
    assert sentence in str(refusal.value)
    assert isinstance(refusal.value, ValueError)


def test_refusals_are_the_sentences_of_the_command(command: Command) -> None:
    for arguments, call in [
        (("reproduce", "disks"), lambda: pathlength.open("disks")),
        (("reproduce", "disk-paths", "--table", "x"), lambda: pathlength.open("disk-paths").reproduce("x")),
        (("calibrate", "disk-paths", "--free", "x"), lambda: pathlength.open("disk-paths").calibrate(free=["x"])),
        (("calibrate", "disk-paths", "--hide", "x"), lambda: pathlength.open("disk-paths").calibrate(hide=["x"])),
    ]:
        with pytest.raises(pathlength.PathlengthError) as refusal:
            call()
        assert f"pathlength: {refusal.value}\n" == command(*arguments, status=2)


def test_wrong_options_of_a_calibration_are_refused() -> None:
    lab = pathlength.open("zfs-directories")
    for options, sentence in [
        ({"roles": {"v2r1-ptestdl": "fitted"}}, "unknown role"),
        ({"cross_validate": "half"}, '"half" is unknown: use row, column, configuration, random, or random:K'),
        ({"bootstrap": 1}, "give 2 to 100000 draws"),
        ({"fix": {"page_wait": "slow"}}, "fix"),
    ]:
        with pytest.raises(pathlength.PathlengthError):
            lab.calibrate(**options)
        with pytest.raises(pathlength.PathlengthError, match=sentence if sentence != "fix" else None):
            lab.calibrate(**options)


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({}, []),
        (
            {"fix": {"page_wait": 5}, "hide": ["v2r1-ptestdl:50000"], "cross_validate": "random:2"},
            ["--fix", "page_wait=5", "--hide", "v2r1-ptestdl:50000", "--cross-validate", "random:2"],
        ),
        ({"bootstrap": 5, "seed": 3, "threads": 1}, ["--bootstrap", "5", "--seed", "3"]),
    ],
)
def test_a_calibration_has_the_bytes_of_the_command(
    options: dict[str, object], arguments: list[str], command: Command
) -> None:
    calls: list[tuple[int, int]] = []
    fit = pathlength.open("zfs-directories").calibrate(**options, progress=lambda done, all: calls.append((done, all)))
    assert fit.to_json() == command("calibrate", "zfs-directories", "--format", "json", *arguments)
    assert bool(fit.cross_validation) == ("cross_validate" in options)
    assert all(isinstance(parameter["fitted"], float) for parameter in fit.parameters.values())
    if "bootstrap" in options:
        assert calls[-1] == (5, 5)


def test_a_lab_of_a_folder_is_that_of_the_package() -> None:
    folder = ROOT / "labs"
    assert pathlength.labs(folder) == LABS
    assert pathlength.open("disk-paths", folder) == pathlength.open("disk-paths")


def test_a_wrong_file_of_a_lab_is_named_with_its_line(tmp_path: Path) -> None:
    lab = tmp_path / "mine"
    lab.mkdir()
    (lab / "lab.md").write_text("---\ntitle: Mine\nmodel: disk\ntables: [one]\n---\n")
    with pytest.raises(pathlength.PathlengthError, match=r"lab\.md:3: unknown model \"disk\": choose one of"):
        pathlength.open("mine", tmp_path)
    with pytest.raises(pathlength.PathlengthError, match='unknown lab "other": use one of mine'):
        pathlength.open("other", tmp_path)


def test_a_lab_is_pickled_by_its_id_and_hash() -> None:
    lab = pathlength.open("disk-paths")
    assert pickle.loads(pickle.dumps(lab)) == lab
    answer = lab.run(path="eckd", phase="read")
    assert pickle.loads(pickle.dumps(answer)) == answer
    cells = lab.reproduce(lab.tables[0].id)
    assert pickle.loads(pickle.dumps(cells)).to_csv() == cells.to_csv()
    open_again, (id, folder, _) = lab.__reduce__()[:2]
    with pytest.raises(pathlength.PathlengthError, match="has the hash"):
        open_again(id, folder, "0" * 12)


def test_parameters_and_settings_have_units_and_limits() -> None:
    lab = pathlength.open("disk-paths")
    parameter = next(iter(lab.parameters.values()))
    assert parameter.unit
    assert parameter.source
    assert math.isfinite(parameter.value)
    share = lab.settings["read_share"]
    assert (share.kind, share.minimum, share.maximum) == ("number", 0, 100)
    assert "eckd" in lab.settings["path"].values
    with pytest.raises(TypeError):
        lab.parameters["other"] = parameter  # type: ignore[index]


def test_cells_as_html_have_a_dot_for_each_error() -> None:
    cells = pathlength.open("zfs-directories").reproduce("v2r2-ptestdu")
    html = cells._repr_html_()
    roles = [cell["role"] for cell in cells.records() if not math.isnan(cell["error"])]
    assert html.count("<circle") == len(roles) == 24
    assert html.count('fill="none"') == roles.count("fit") == 16


def test_cells_as_html_have_no_picture_without_errors() -> None:
    html = pathlength.open("sfs-file-pool").reproduce("prf006")._repr_html_()
    assert "<svg" not in html
    assert "<td>–<br><small>" in html
