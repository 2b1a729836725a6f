"""Labs: published tables, and the model that reproduces them."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from . import _engine
from ._answers import Answer, Calibration
from ._cells import Cells
from ._document import write
from ._engine import PathlengthError
from ._executor import Executors
from ._facts import Output, Parameter, Setting, Table, read_setting
from ._sweep import Axes, Grid, Sweep, build_grid

Progress = Callable[[int, int], object]


class Lab:
    """A lab; open one with `pathlength.open`.

    A lab does not change, so threads can share it. A pickled lab is its id, its folder, and its hash; unpickling opens
    the lab, which must have the same hash.
    """

    def __init__(self, id: str, folder: str | os.PathLike[str] | None = None) -> None:
        self._folder = None if folder is None else os.fspath(folder)
        self._engine = _engine.Lab(id, self._folder)

    def __repr__(self) -> str:
        return f"<Lab {self.id}: {self.title}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _open_again, (self.id, self._folder, self.hash)

    def __eq__(self, other: object) -> bool:
        return (self.id, self.hash) == (other.id, other.hash) if isinstance(other, Lab) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.id, self.hash))

    @property
    def id(self) -> str:
        """The id."""
        return self._engine.id

    @property
    def title(self) -> str:
        """The title."""
        return self._engine.title

    @property
    def model(self) -> str:
        """The name of the model that reproduces the tables."""
        return self._engine.model

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits: labs with the same hash give the same results."""
        return self._engine.hash

    @functools.cached_property
    def _about(self) -> dict[str, Any]:
        about: dict[str, Any] = json.loads(self._engine.about())
        return about

    @property
    def tables(self) -> tuple[Table, ...]:
        """The published tables, in the order of the lab."""
        return tuple(Table(**table) for table in self._about["tables"])

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters of the model, by name."""
        names = ("title", "value", "unit", "provenance", "source")
        return MappingProxyType(
            {
                name: Parameter(name, **{key: parameter[key] for key in names})
                for name, parameter in self._about["parameters"].items()
            }
        )

    @property
    def settings(self) -> Mapping[str, Setting]:
        """The settings of a scenario, by name."""
        return MappingProxyType({one["name"]: read_setting(one) for one in self._about["description"]["settings"]})

    @property
    def outputs(self) -> Mapping[str, Output]:
        """The outputs of the model, by name."""
        names = ("name", "title", "unit", "half_width")
        outputs = self._about["description"]["outputs"]
        return MappingProxyType({one["name"]: Output(**{key: one[key] for key in names}) for one in outputs})

    def reproduce(self, table: str | None = None, *, progress: Progress | None = None) -> Cells:
        """Compute the cells of the published tables and compare them with the published values.

        Parameters
        ----------
        table : str, optional
            The id of a table; all tables by default.
        progress : callable, optional
            Called periodically with the number of evaluated scenarios and the total.

        Returns
        -------
        Cells
            The cells, row by row, with the unit of each. Their CSV and JSON have the same bytes as those of
            ``pathlength reproduce``.

        Raises
        ------
        PathlengthError
            The lab has no such table.
        KeyboardInterrupt
            At once after Ctrl-C; the engine ends its work within milliseconds.

        Examples
        --------
        >>> import pathlength
        >>> cells = pathlength.open("zfs-directories").reproduce("v2r2-ptestdu")
        >>> cells["unit"][0]
        'operations/s'
        """
        return Cells(*self._engine.reproduce(table, progress))

    def run(self, scenario: Mapping[str, Any] | None = None, /, **settings: Any) -> Answer:
        """Evaluate one scenario.

        Parameters
        ----------
        scenario : mapping, optional
            Settings by name, as `settings` lists them: numbers in the setting's unit, words, or switches.
        **settings
            The same as keywords; they take precedence over `scenario`.

        Returns
        -------
        Answer
            ``outputs`` and their ``units`` by name, and ``terms``, which explain them. Its JSON has the same bytes as
            that of ``pathlength run``.

        Raises
        ------
        PathlengthError
            A setting is missing, unknown, or out of range, or the model has no result for the scenario. The text
            names the problem and the fix.

        Examples
        --------
        >>> import pathlength
        >>> lab = pathlength.open("disk-paths")
        >>> lab.run(path="eckd", phase="read") == lab.run({"phase": "read"}, path="eckd")
        True
        >>> lab.run(path="scsi", phase="read")
        Traceback (most recent call last):
            ...
        pathlength.PathlengthError: setting path must be one of eckd, ...
        """
        return Answer(self._engine.run(write({**(scenario or {}), **settings})))

    def grid(
        self,
        axes: Axes | str | os.PathLike[str],
        /,
        *,
        settings: Mapping[str, Any] | None = None,
        outputs: Iterable[str] | None = None,
    ) -> Grid:
        """Return a grid of scenarios; all names and values are checked immediately.

        Parameters
        ----------
        axes : mapping, str, or path
            For each axis, the name of its setting with a sequence of values, `linear`, or `log`. An axis of several
            settings that change together has a tuple of names, and a sequence of tuples. Scenarios are all
            combinations; the last axis varies fastest. A str or path names a TOML file, as for ``pathlength sweep``.
        settings : mapping, optional
            Settings that all scenarios share.
        outputs : iterable of str, optional
            The outputs to compute, each followed by its half-width if it has one; all by default.

        Returns
        -------
        Grid
            Scenario ``k`` is a function of the grid and ``k``.

        Raises
        ------
        PathlengthError
            A name is unknown, missing, or given twice, or a value is invalid for its setting.
        """
        return build_grid(self, self._engine, axes, settings, outputs)

    def sweep(
        self,
        grid: Grid | Axes | str | os.PathLike[str],
        /,
        *,
        settings: Mapping[str, Any] | None = None,
        outputs: Iterable[str] | None = None,
        part: tuple[int, int] | None = None,
        threads: int | None = None,
        executor: Executors | None = None,
        errors: str = "record",
        progress: Progress | None = None,
    ) -> Sweep:
        """Evaluate all scenarios of a grid, on all cores or on an executor.

        Parameters
        ----------
        grid : Grid, mapping, str, or path
            A grid, or its axes as for `grid`.
        settings, outputs
            As for `grid`.
        part : tuple of int, optional
            ``(i, n)`` for part ``i`` of ``n`` parts, counted from 1, like ``--shard i/n`` of the command.
        threads : int, optional
            The number of threads, or of the executor's workers; one per core by default. It does not change the result.
        executor : concurrent.futures.Executor or callable, optional
            Executor that evaluates the scenarios, in tasks of about a second: a pool of threads or processes, or Dask's
            ``client.get_executor()``. A task that a worker loses is repeated, at most three times. A process pool
            breaks when one of its processes is killed: give a function that makes a pool; it is then called again.
        errors : {"record", "raise"}
            Whether a scenario without a result becomes a row of NaN with a message ("record"), or an exception.
        progress : callable, optional
            Called periodically with the number of evaluated scenarios and the total.

        Returns
        -------
        Sweep
            Columns with a row for each scenario. Their CSV has the same bytes as that of ``pathlength sweep``.

        Raises
        ------
        PathlengthError
            The grid is invalid, the executor broke, or, with ``errors="raise"``, a scenario has no result.
        KeyboardInterrupt
            At once after Ctrl-C; threads end within milliseconds, and an executor's tasks within about a second.

        Examples
        --------
        >>> import pathlength
        >>> lab = pathlength.open("disk-paths")
        >>> sweep = lab.sweep({"path": ["eckd", "fcp"], "read_share": pathlength.linear(0, 100, 5)},
        ...                   settings={"phase": "mix"}, outputs=["kb_per_s"])
        >>> len(sweep), list(sweep.columns())
        (10, ['scenario', 'path', 'read_share', 'phase', 'kb_per_s', 'error'])
        """
        if errors not in ("record", "raise"):
            raise PathlengthError(f"errors is {errors!r}: use one of record, raise")
        if not isinstance(grid, Grid):
            grid = self.grid(grid, settings=settings, outputs=outputs)
        elif settings is not None or outputs is not None:
            raise PathlengthError("the grid already has settings and outputs: give them to Lab.grid")
        elif grid.lab != self:
            raise PathlengthError(f"the grid belongs to the lab {grid.lab.id} ({grid.lab.hash}): open that lab")
        result = grid._sweep(part, threads, executor, progress)
        if errors == "raise" and result.errors:
            number, sentence = result.errors[0]
            raise PathlengthError(f"scenario {number}: {sentence}")
        return result

    def calibrate(
        self,
        *,
        fix: Mapping[str, float | None] | Sequence[str] = (),
        free: Sequence[str] = (),
        hide: Sequence[str] = (),
        values: Mapping[str, float] | None = None,
        roles: Mapping[str, str] | None = None,
        cross_validate: str | None = None,
        leverage: float | None = None,
        bootstrap: int = 0,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Calibration:
        """Refit the fitted parameters to the cells of role ``fit``.

        Parameters
        ----------
        fix : mapping or sequence of str
            Parameters to hold fixed, at their stored values or (in a mapping) at given ones.
        free : sequence of str
            Parameters to fit in addition to those that the lab fits.
        hide : sequence of str
            Cells to hold out: ``table``, ``table:row``, or ``table:row:column``; ``*`` is every row or column.
        values : mapping, optional
            Other values for cells, such as your own measurements, as in ``{"v2r1-ptestdl:20000:v4": 8000}``.
        roles : mapping, optional
            Other roles for cells, as in ``{"v2r1-ptestdl:20000:*": "fit"}``.
        cross_validate : str, optional
            ``row``, ``column``, ``configuration``, ``random``, or ``random:K``: the parts, each of which is predicted
            from a fit without it.
        leverage : float, optional
            Percentage by which each chosen parameter is decreased and increased; errors are without and with a refit.
        bootstrap : int
            Draws of a wild cluster bootstrap, for 95 % intervals; 0 for none.
        seed : int
            The seed of draws and random folds.
        threads : int, optional
            The number of threads for draws; one per core by default. It does not change the result.
        progress : callable, optional
            Called periodically with the number of finished draws or parts and the total.

        Returns
        -------
        Calibration
            The record of the fit. Its JSON has the same bytes as that of ``pathlength calibrate``.

        Raises
        ------
        PathlengthError
            A parameter, table, row, column, or role is unknown, or the model rejects the start values of the fit.
        KeyboardInterrupt
            At once after Ctrl-C; the engine ends its work within milliseconds.

        Examples
        --------
        >>> import pathlength
        >>> fit = pathlength.open("zfs-directories").calibrate(hide=["v2r1-ptestdl:50000"])
        >>> all(group["converged"] for group in fit.groups)
        True
        """
        options = {
            "fix": {name: fix[name] if isinstance(fix, Mapping) else None for name in fix},
            "free": list(free),
            "hide": list(hide),
            "values": dict(values or {}),
            "roles": dict(roles or {}),
            "cross_validate": cross_validate,
            "leverage": leverage,
            "bootstrap": bootstrap,
            "seed": seed,
            "threads": threads,
        }
        return Calibration(self._engine.calibrate(write(options), progress))


def _open_again(id: str, folder: str | None, hash: str) -> Lab:
    lab = Lab(id, folder)
    if lab.hash != hash:
        raise PathlengthError(f"the lab {id} has the hash {lab.hash}, not {hash}: install the version that pickled it")
    return lab


def labs(folder: str | os.PathLike[str] | None = None) -> list[str]:
    """List the labs.

    Parameters
    ----------
    folder : str or path, optional
        A folder with your own labs; the labs in the package by default.

    Returns
    -------
    list of str
        The ids, in alphabetical order.

    Raises
    ------
    PathlengthError
        The folder cannot be read or contains no lab.

    Examples
    --------
    >>> import pathlength
    >>> "zfs-directories" in pathlength.labs()
    True
    """
    return _engine.labs(None if folder is None else os.fspath(folder))


def open(id: str, /, folder: str | os.PathLike[str] | None = None) -> Lab:
    """Open a lab.

    Parameters
    ----------
    id : str
        The id, as `labs` lists it.
    folder : str or path, optional
        A folder with your own labs; the labs in the package by default.

    Returns
    -------
    Lab
        The lab.

    Raises
    ------
    PathlengthError
        There is no such lab, or one of its files is invalid; the text names the file, the line, and the fix.
    """
    return Lab(id, folder)
