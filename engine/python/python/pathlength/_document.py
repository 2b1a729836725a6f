"""Results that are JSON documents."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any


class Document(Mapping[str, Any]):
    """A JSON document of the engine, read like a dictionary.

    Numbers have the engine's bits: its JSON writes each number as the shortest text that is read back as the same
    number. An infinite value or NaN is ``None``, because JSON has no such numbers.
    """

    __slots__ = ("_data", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._data: dict[str, Any] | None = None

    def _read(self) -> dict[str, Any]:
        if self._data is None:
            self._data = json.loads(self._text)
        return self._data

    def __getitem__(self, name: str) -> Any:
        return self._read()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Document) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[type[Document], tuple[str]]:
        return type(self), (self._text,)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(self)}>"

    def to_json(self) -> str:
        """Return the document as text.

        Returns
        -------
        str
            The same text as that of the command ``pathlength`` with ``--format json``.
        """
        return self._text


def write(value: Any) -> str:
    """Return a Python or NumPy value as JSON; the numbers keep all digits."""
    from ._engine import PathlengthError

    try:
        return json.dumps(value, default=_plain, allow_nan=False)
    except (TypeError, ValueError) as error:
        message = f"a value must be a finite number, a word, or true or false: {error}"
        raise PathlengthError(message) from error


def _plain(value: Any) -> Any:
    """Return a value that JSON can contain in place of a NumPy array or scalar, a range, or another collection."""
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "__iter__"):
        return list(value)
    raise TypeError(f"{type(value).__name__} {value!r}")
