"""Grids of scenarios and their sweeps."""

from __future__ import annotations

import array
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from . import _engine
from ._document import write
from ._engine import PathlengthError
from ._executor import Executors, sweep_on
from ._frame import Frame, Words, numbers

if TYPE_CHECKING:
    from ._lab import Lab

Axes = Mapping[str | tuple[str, ...], Any]

#: Number of rows that `Sweep.write` formats at a time.
_ROWS = 10_000


@dataclass(frozen=True)
class Spread:
    """Values of an axis with equal distances or ratios; see `linear` and `log`."""

    kind: str
    first: float
    last: float
    count: int


def linear(first: float, last: float, count: int) -> Spread:
    """Return `count` equally spaced values from `first` to `last`.

    For a setting of whole numbers, the values are rounded, and equal neighbors are merged.

    Examples
    --------
    >>> import pathlength
    >>> pathlength.linear(0, 100, 5)
    Spread(kind='linear', first=0, last=100, count=5)
    """
    return Spread("linear", first, last, count)


def log(first: float, last: float, count: int) -> Spread:
    """Return `count` values with equal ratios from `first` to `last`; both must be above 0."""
    return Spread("log", first, last, count)


def build_grid(
    lab: Lab,
    engine: _engine.Lab,
    axes: Axes | str | os.PathLike[str],
    settings: Mapping[str, Any] | None,
    outputs: Iterable[str] | None,
) -> Grid:
    """Return the grid that `Lab.grid` describes."""
    if isinstance(axes, (str, os.PathLike)):
        if settings is not None or outputs is not None:
            raise PathlengthError("the grid's file contains its settings and outputs: write them there")
        path = os.fspath(axes)
        return Grid(lab, engine.grid_from_toml(path), ("file", path))
    spec: dict[str, Any] = {"lab": lab.id, "outputs": list(outputs or ()), "settings": dict(settings or {}), "axis": []}
    rows: dict[str, list[list[str]]] = {}
    for name, values in axes.items():
        if isinstance(name, tuple):
            title = f"({', '.join(name)})"
            rows[title] = [list(name), *([_cell(value) for value in row] for row in values)]
            spec["axis"].append({"csv": title})
        elif isinstance(values, Spread):
            spec["axis"].append({"setting": name, values.kind: [values.first, values.last, values.count]})
        elif isinstance(values, str) or not isinstance(values, Iterable):
            raise PathlengthError(f"axis {name} is {values!r}: give a list of values, or the setting in settings")
        else:
            spec["axis"].append({"setting": name, "values": values})
    text = write(spec)
    return Grid(lab, engine.grid(text, rows), ("rows", text, rows))


def _cell(value: Any) -> str:
    return value if isinstance(value, str) else write(value)


class Grid:
    """A grid of numbered scenarios; `Lab.grid` returns one.

    Scenario ``k`` depends only on the grid and ``k``, so parts of a grid can be computed anywhere, in any order.
    """

    def __init__(self, lab: Lab, engine: _engine.Grid, origin: tuple[Any, ...]) -> None:
        self._lab, self._engine, self._origin = lab, engine, origin

    def __reduce__(self) -> tuple[Any, ...]:
        return _grid_again, (self._lab, self._origin)

    def __len__(self) -> int:
        return self._engine.count

    def __repr__(self) -> str:
        return f"<Grid: {len(self)} scenarios of {self._lab.id}>"

    @property
    def lab(self) -> Lab:
        """The lab whose model evaluates the scenarios."""
        return self._lab

    @property
    def settings(self) -> tuple[str, ...]:
        """The names of the settings: those of the axes, then the fixed ones."""
        return tuple(self._engine.settings)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the outputs; an output with a confidence interval is followed by its half-width."""
        return tuple(output["name"] for output in json.loads(self._engine.outputs()))

    def scenario(self, number: int) -> dict[str, float | str | bool]:
        """Return the settings of a scenario; scenarios are numbered from 0.

        Raises
        ------
        PathlengthError
            The grid has no such scenario.
        """
        scenario: dict[str, float | str | bool] = json.loads(self._engine.scenario(_natural("scenario", number)))
        return scenario

    def part(self, index: int, parts: int) -> range:
        """Return the scenario numbers of a part.

        Parts are counted from 1, and their sizes differ by at most one.

        Examples
        --------
        >>> import pathlength
        >>> grid = pathlength.open("disk-paths").grid({"read_share": range(0, 101)}, settings={"path": "eckd",
        ...                                                                                      "phase": "mix"})
        >>> grid.part(2, 4)
        range(25, 50)
        """
        return range(*self._engine.part(_natural("part", index), _natural("parts", parts)))

    def _sweep(
        self,
        part: tuple[int, int] | None,
        threads: int | None,
        executor: Executors | None,
        progress: Callable[[int, int], object] | None,
    ) -> Sweep:
        chosen = range(len(self)) if part is None else self.part(*part)
        if threads is not None and not 1 <= threads <= 1024:
            raise PathlengthError(f"threads is {threads}: give 1 to 1024, or None for one per core")
        if executor is not None:
            return Sweep(self, sweep_on(executor, self, chosen, threads, progress))
        return Sweep(self, self._engine.sweep(chosen.start, chosen.stop, threads, progress))


def _natural(name: str, number: int) -> int:
    if not 0 <= number < 1 << 64:
        raise PathlengthError(f"{name} is {number}: give 0 or more")
    return number


def _grid_again(lab: Lab, origin: tuple[Any, ...]) -> Grid:
    if origin[0] == "file":
        return lab.grid(origin[1])
    return Grid(lab, lab._engine.grid(*origin[1:]), origin)


def _sweep_again(grid: Grid, start: int, stop: int, outputs: list[bytes], errors: list[tuple[int, str]]) -> Sweep:
    return Sweep(grid, grid._engine.columns(start, stop, outputs, errors))


class Sweep(Frame):
    """The results of a grid's scenarios, by column.

    The columns are ``scenario`` (``uint64``), the settings (``float64``, words, or switches), the outputs, and
    ``error``, the reason in words. Outputs are ``float64`` in the units of `units`; NaN where a scenario has no result.
    """

    def __init__(self, grid: Grid, engine: _engine.Columns) -> None:
        self._grid, self._engine = grid, engine
        self._columns: dict[str, memoryview[Any] | Words] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        engine = self._engine
        return _sweep_again, (self._grid, engine.start, engine.stop, engine.outputs(), engine.errors)

    def __len__(self) -> int:
        return self._engine.stop - self._engine.start

    def __repr__(self) -> str:
        return f"<Sweep: scenarios {self._engine.start} to {self._engine.stop} of {self._grid.lab.id}>"

    @property
    def grid(self) -> Grid:
        """The grid."""
        return self._grid

    @property
    def scenarios(self) -> range:
        """The indexes of this sweep's scenarios in the grid."""
        return range(self._engine.start, self._engine.stop)

    @property
    def errors(self) -> list[tuple[int, str]]:
        """The scenarios without a result: their numbers and the reasons."""
        return self._engine.errors

    @property
    def units(self) -> dict[str, str]:
        """The units of the outputs, by name."""
        return {output["name"]: output["unit"] for output in json.loads(self._grid._engine.outputs())}

    def columns(self) -> dict[str, memoryview[Any] | Words]:
        """Return the columns by name, in order."""
        if self._columns is None:
            engine = self._engine
            columns: dict[str, memoryview[Any] | Words] = {
                "scenario": memoryview(array.array("Q", self.scenarios)).toreadonly()
            }
            for name in self._grid.settings:
                kind, values, words = engine.setting(name)
                match kind:
                    case "number":
                        columns[name] = numbers(values)
                    case "switch":
                        columns[name] = numbers(values, "?")
                    case _:
                        columns[name] = Words(numbers(values, "i"), words)
            columns.update(zip(self._grid.outputs, map(numbers, engine.outputs()), strict=True))
            columns["error"] = self._error_column()
            self._columns = columns
        return dict(self._columns)

    def _error_column(self) -> Words:
        codes = array.array("i", [-1]) * len(self)
        words: dict[str, int] = {}
        for number, sentence in self.errors:
            codes[number - self._engine.start] = words.setdefault(sentence, len(words))
        return Words(memoryview(codes).toreadonly(), list(words))

    def missing(self, name: str) -> Sequence[int]:
        """Return the rows in which a column has no value."""
        failed = [number - self._engine.start for number, _ in self.errors]
        if name == "error":
            answered = set(failed)
            return [row for row in range(len(self)) if row not in answered]
        return failed if name in self._grid.outputs else []

    def metadata(self) -> dict[str, str]:
        """Return the lab, its hash, and the version of the engine."""
        return {"lab": self._grid.lab.id, "lab_hash": self._grid.lab.hash, "engine": _engine.version()}

    def to_csv(self) -> str:
        """Return the rows as ``pathlength sweep`` writes them; for many rows, use `write`."""
        return self._engine.header(True) + self._engine.rows(True, self._engine.start, self._engine.stop)

    def to_jsonl(self) -> str:
        """Return the rows as ``pathlength sweep --format jsonl`` writes them."""
        return self._engine.header(False) + self._engine.rows(False, self._engine.start, self._engine.stop)

    def write(self, file: TextIO, *, format: str = "csv") -> None:
        """Write the rows to an open text file, 10,000 at a time.

        Parameters
        ----------
        file : text file
            The file; open it with ``newline=""``, so that its lines end like those of the command.
        format : {"csv", "jsonl"}
            The format.

        Raises
        ------
        PathlengthError
            The format is unknown.
        """
        if format not in ("csv", "jsonl"):
            raise PathlengthError(f"format is {format!r}: use one of csv, jsonl")
        is_csv = format == "csv"
        file.write(self._engine.header(is_csv))
        for start in range(self._engine.start, self._engine.stop, _ROWS):
            file.write(self._engine.rows(is_csv, start, min(start + _ROWS, self._engine.stop)))
