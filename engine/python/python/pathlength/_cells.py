"""The cells of reproduced tables."""

from __future__ import annotations

import json
from typing import Any

from ._document import Document
from ._frame import Frame, Words, column_of, frozen
from ._html import cells_html


class Cells(Frame):
    """The cells of reproduced tables: a frame with a row for each cell.

    The columns are those of the command's CSV. ``table``, ``row``, and ``column`` name the cell, and ``metric`` its
    output. ``published`` and ``model`` are in this ``unit``, ``error`` is relative (0.03 is 3 % too high), and
    ``half_width`` is that of the 95 % confidence interval of ``model``. ``least`` and ``most`` are the limits of a
    published bound; ``met`` and ``margin`` show whether the model satisfies the bound, and by how much. ``role``,
    ``chosen_in_view``, and the 95 % prediction interval of the published value follow. Numbers are ``float64``, NaN
    where a cell has none; ``row`` and ``met`` are words.
    """

    __slots__ = ("_columns", "_csv", "_document", "_values")

    def __init__(self, text: str, csv: str, values: str) -> None:
        self._document, self._csv, self._values = Document(text), csv, values
        self._columns: dict[str, memoryview[Any] | Words] | None = None

    def __reduce__(self) -> tuple[type[Cells], tuple[str, str, str]]:
        return type(self), (self.to_json(), self._csv, self._values)

    def __repr__(self) -> str:
        return f"<Cells: {len(self)} of {', '.join(self.summaries())}>"

    def _repr_html_(self) -> str:
        """Return the tables as HTML for notebooks, each with a picture of its errors."""
        cells: dict[str, list[dict[str, Any]]] = {}
        for cell in self.records():
            cells.setdefault(cell["table"], []).append(cell)
        return cells_html((table["title"], cells.get(table["id"], [])) for table in self._document["tables"])

    def columns(self) -> dict[str, memoryview[Any] | Words]:
        """Return the columns by name, in order."""
        if self._columns is None:
            self._columns = frozen({column["name"]: _column(**column) for column in json.loads(self._values)})
        return dict(self._columns)

    def metadata(self) -> dict[str, str]:
        """Return the lab and the version of the engine."""
        return {"lab": self._document["lab"], "engine": self._document["engine"]}

    def summaries(self) -> dict[str, dict[str, Any]]:
        """Return a summary of the errors of each table; errors are fractions of 1."""
        return {table["id"]: table["summary"] for table in self._document["tables"]}

    def to_json(self) -> str:
        """Return the tables as the command prints them with ``--format json``."""
        return self._document.to_json()

    def to_csv(self) -> str:
        """Return the cells as the command prints them with ``--format csv``."""
        return self._csv


def _column(name: str, kind: str, values: list[Any]) -> memoryview[Any] | Words:
    match kind:
        case "number":
            return column_of(values)
        case "switch":
            return memoryview(bytes(values)).cast("?")
        case _:
            return Words.of(values)
