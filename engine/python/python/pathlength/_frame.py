"""Columns that NumPy, pandas, polars, and Arrow read, mostly without a copy."""

from __future__ import annotations

import array
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import numpy
    import pandas
    import polars
    import pyarrow


class Words(Sequence["str | None"]):
    """A column of words, with few distinct values.

    Parameters
    ----------
    codes : memoryview of int32
        For each row, the position of its word; -1 for none.
    words : sequence of str
        The words.
    """

    __slots__ = ("codes", "words")

    def __init__(self, codes: memoryview[Any], words: Sequence[str]) -> None:
        self.codes = codes
        self.words = tuple(words)

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, at: int) -> str | None: ...
    @overload
    def __getitem__(self, at: slice) -> Words: ...
    def __getitem__(self, at: int | slice) -> Words | str | None:
        if isinstance(at, slice):
            return Words(self.codes[at], self.words)
        code = self.codes[at]
        return None if code < 0 else self.words[code]

    def __iter__(self) -> Iterator[str | None]:
        words = self.words
        return (None if code < 0 else words[code] for code in self.codes)

    def __repr__(self) -> str:
        return f"<Words: {len(self)} rows of {len(self.words)} words>"

    @classmethod
    def of(cls, values: Sequence[str | None]) -> Words:
        """Return the column of these words."""
        known: dict[str, int] = {}
        codes = array.array("i", (-1 if value is None else known.setdefault(value, len(known)) for value in values))
        return cls(memoryview(codes), list(known))


class Frame:
    """Named columns of equal length.

    Columns of numbers are ``memoryview`` objects of ``float64`` (``format == "d"``) or ``uint64`` (``"Q"``). NumPy and
    others read them without a copy; NaN is a missing number. Columns of switches are ``memoryview`` objects of
    ``"?"``, and columns of words are `Words`. pandas, polars, pyarrow, DuckDB, and others read a frame directly through
    the Arrow C stream interface, as in ``polars.DataFrame(frame)`` or ``pyarrow.table(frame)``.
    """

    def columns(self) -> dict[str, memoryview[Any] | Words]:
        """Return the columns by name, in order."""
        raise NotImplementedError

    def metadata(self) -> dict[str, str]:
        """Return the origin of the columns, such as the lab and the version of the engine."""
        raise NotImplementedError

    def missing(self, name: str) -> Sequence[int]:
        """Return the rows in which a column has no value: NaN, or no word."""
        column = self.columns()[name]
        if isinstance(column, Words):
            return [row for row, code in enumerate(column.codes) if code < 0]
        return [row for row, value in enumerate(column) if value != value]

    def __len__(self) -> int:
        return len(next(iter(self.columns().values())))

    def __getitem__(self, name: str) -> memoryview[Any] | Words:
        return self.columns()[name]

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield the rows as dictionaries."""
        columns = self.columns()
        for row in zip(*columns.values(), strict=True):
            yield dict(zip(columns, row, strict=True))

    def to_numpy(self) -> dict[str, numpy.ndarray[Any, Any]]:
        """Return the columns as NumPy arrays.

        Returns
        -------
        dict of str to ndarray
            Arrays of shape ``(len(frame),)``. Numbers and switches are read-only views of the frame's memory. Words are
            arrays of objects.
        """
        import numpy

        return {
            name: numpy.array(list(column), dtype=object) if isinstance(column, Words) else numpy.asarray(column)
            for name, column in self.columns().items()
        }

    def to_pandas(self) -> pandas.DataFrame:
        """Return the columns as a pandas frame; words become categories."""
        import numpy
        import pandas

        def series(column: memoryview[Any] | Words) -> Any:
            if isinstance(column, Words):
                return pandas.Categorical.from_codes(numpy.asarray(column.codes), categories=list(column.words))
            return pandas.Series(numpy.asarray(column), copy=False)

        columns = {name: series(column) for name, column in self.columns().items()}
        frame = pandas.DataFrame(columns, copy=False)
        frame.attrs.update(self.metadata())
        return frame

    def to_polars(self) -> polars.DataFrame:
        """Return the columns as a polars frame; words become categories."""
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> pyarrow.Table:
        """Return the columns as an Arrow table with the frame's metadata."""
        import pyarrow

        return pyarrow.table(self)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return an Arrow C stream; a requested schema is ignored, as the interface allows."""
        from ._arrow import stream

        return stream(self.columns(), self.metadata(), self.missing)


def numbers(values: bytes, format: str = "d") -> memoryview[Any]:
    """Return bytes as a column of numbers."""
    column: memoryview[Any] = memoryview(values).cast(format)  # type: ignore[call-overload]
    return column


def column_of(values: Sequence[Any]) -> memoryview[Any]:
    """Return a column of numbers from values, in which None becomes NaN."""
    return memoryview(array.array("d", (float("nan") if value is None else value for value in values)))


def frozen(columns: Mapping[str, memoryview[Any] | Words]) -> dict[str, memoryview[Any] | Words]:
    """Return the columns with read-only numbers."""
    return {name: column if isinstance(column, Words) else column.toreadonly() for name, column in columns.items()}
