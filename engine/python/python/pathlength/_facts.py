"""The contents of a lab: its tables, its parameters, and the settings and outputs of its model."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Table:
    """A published table.

    Attributes
    ----------
    id : str
        The name in `Lab.reproduce`.
    title, source : str
        The caption, and where the table was published.
    cells : int
        The number of cells.
    """

    id: str
    title: str
    source: str
    cells: int


@dataclass(frozen=True)
class Parameter:
    """A parameter of a lab's model.

    Attributes
    ----------
    name, title : str
        The name in `Lab.calibrate`, and a name for readers.
    value : float
        The value in `unit`; the unit ``"1"`` is a plain ratio.
    unit : str
        The unit.
    provenance : str
        ``published``, ``documented``, ``derived``, ``assumed``, ``fitted``, or ``inherited`` from another lab.
    source : str
        The document and the position in it, or the reason for an assumed value.
    """

    name: str
    title: str
    value: float
    unit: str
    provenance: str
    source: str


@dataclass(frozen=True)
class Setting:
    """A setting of a scenario.

    Attributes
    ----------
    name, title : str
        The name in scenarios and grids, and a name for readers.
    kind : str
        ``"number"``, ``"word"``, or ``"switch"``.
    unit : str
        The unit of a number.
    minimum, maximum : float
        The limits of a number; NaN for other kinds.
    whole : bool
        Whether a number must be whole.
    values : tuple
        The allowed numbers or words; empty if a number can have any value within its limits.
    optional : bool
        Whether a scenario may omit the setting.
    """

    name: str
    title: str
    kind: str
    unit: str
    minimum: float
    maximum: float
    whole: bool
    values: tuple[float | str, ...]
    optional: bool


@dataclass(frozen=True)
class Output:
    """An output of a model.

    Attributes
    ----------
    name, title : str
        The name in answers and columns, and a name for readers.
    unit : str
        The unit.
    half_width : str
        The name of the output with the half-width of this output's 95 % confidence interval; empty without an interval.
    """

    name: str
    title: str
    unit: str
    half_width: str


def read_setting(one: dict[str, Any]) -> Setting:
    """Return a setting from its description in JSON."""
    values = one["values"]
    return Setting(
        name=one["name"],
        title=one["title"],
        kind=values["kind"],
        unit=values.get("unit", ""),
        minimum=values.get("min", math.nan),
        maximum=values.get("max", math.nan),
        whole=values.get("whole", False),
        values=tuple(values.get("words") or values.get("only") or ()),
        optional=one["optional"],
    )
