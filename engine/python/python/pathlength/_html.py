"""Cells as HTML for notebooks: a table of values, and a picture of the errors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape
from typing import Any

Cell = dict[str, Any]

#: Sizes in the picture, in pixels.
_CHARACTER, _PLOT, _ROW, _DOT = 7, 330, 20, 4
_GRAY = "#8888"


def cells_html(tables: Iterable[tuple[str, list[Cell]]]) -> str:
    """Return tables, each with its title and cells, as HTML."""
    return "".join(f"<p><b>{escape(title)}</b></p>{_picture(cells)}{_table(cells)}" for title, cells in tables)


def number(value: float) -> str:
    """Return a value with four digits or as a whole number; a dash for NaN."""
    if math.isnan(value):
        return "–"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def percent(error: float) -> str:
    """Return a relative error in percent, with its sign."""
    return f"{100 * error:+.1f} %".replace("-", "−")


def titles_of(cells: Iterable[Cell]) -> dict[str, str]:
    """Return the title of each column, with its unit, in order."""
    units = {cell["column"]: cell["unit"] for cell in cells}
    return {column: column if unit in ("", "1") else f"{column} [{unit}]" for column, unit in units.items()}


def _table(cells: list[Cell]) -> str:
    titles = titles_of(cells)
    rows: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        rows.setdefault(cell["row"], {})[cell["column"]] = cell
    head = "".join(f"<th>{escape(title)}</th>" for title in titles.values())
    body = "".join(
        f"<tr><th>{escape(row)}</th>{''.join(_data(known.get(column)) for column in titles)}</tr>"
        for row, known in rows.items()
    )
    caption = '<caption style="text-align: left">Model; below, published value and relative error</caption>'
    return f"<table>{caption}<thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>"


def _data(cell: Cell | None) -> str:
    if cell is None:
        return "<td></td>"
    published, error = cell["published"], cell["error"]
    below = "" if math.isnan(published) else number(published)
    if not math.isnan(error):
        below += f" · {percent(error)}"
    return f"<td>{number(cell['model'])}<br><small>{below}</small></td>"


def _picture(cells: list[Cell]) -> str:
    """Return the relative errors as dots, a line for each column; hollow dots are cells used in the fit."""
    known = [cell for cell in cells if not math.isnan(cell["error"])]
    if not known:
        return ""
    columns = list(dict.fromkeys(cell["column"] for cell in known))
    left = _CHARACTER * max(map(len, columns)) + 2 * _DOT
    largest: float = max(0.01, *(abs(cell["error"]) for cell in known))

    def x(error: float) -> float:
        return left + _DOT + _PLOT / 2 * (1 + error / largest)

    height, middle = _ROW * (len(columns) + 1), x(0)
    marks = [f'<line x1="{middle}" x2="{middle}" y1="0" y2="{height - _ROW}" stroke="{_GRAY}"/>']
    for line, column in enumerate(columns):
        y = _ROW * (line + 0.5)
        marks.append(f'<text x="{left - 2 * _DOT}" y="{y + 4}" text-anchor="end">{escape(column)}</text>')
        marks.extend(
            f'<circle cx="{x(cell["error"]):.1f}" cy="{y}" r="{_DOT}" stroke="currentColor" '
            f'fill="{"none" if cell["role"] == "fit" else "currentColor"}" fill-opacity="0.5">'
            f"<title>{escape(cell['row'])}: {percent(cell['error'])}</title></circle>"
            for cell in known
            if cell["column"] == column
        )
    for error, anchor in ((-largest, "start"), (0, "middle"), (largest, "end")):
        label = "published" if error == 0 else percent(error)
        marks.append(f'<text x="{x(error)}" y="{height - 5}" text-anchor="{anchor}">{label}</text>')
    shares = sorted(abs(cell["error"]) for cell in known)
    label = f"Relative errors of {len(known)} cells; the median error is {100 * shares[len(shares) // 2]:.1f} %"
    width = left + _PLOT + 2 * _DOT
    return (
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-label="{label}" '
        f'font-family="sans-serif" font-size="12" fill="currentColor">{"".join(marks)}</svg>'
    )
