"""Labs in Sphinx documents, including MyST Markdown: an extension with the directive ``pathlength``.

In HTML, the directive shows the interactive element of the site. LaTeX, text, EPUB, and readers without JavaScript get
the content of the directive. For a table, these are the published values and the model's values, computed at build
time; for everything else, the content that the author writes. In ``conf.py``::

    extensions = ["pathlength.sphinx"]

``pathlength_files`` is the folder with ``embed.js``; by default, it is that of the package ``pathlength-notebook``. The
folder is copied to ``_static/pathlength``, unless ``pathlength_base`` is the address of a site with the files.

.. code-block:: rst

    .. pathlength:: disk-paths
       :table: reread
"""

from __future__ import annotations

import math
import shutil
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from ._engine import PathlengthError
from ._files import element_files
from ._html import number, percent, titles_of
from ._lab import open

_ITEMS = ("step", "table", "chart", "question", "model")
_OTHERS = ("view", "controls", "state", "seed", "theme", "label", "loading", "reveal")


class Element(nodes.General, nodes.Element):
    """The site's element around the content that other builders show."""


class Pathlength(SphinxDirective):
    """A lab, or one item of it; the options are the attributes of the element."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {name: directives.unchanged for name in (*_ITEMS, *_OTHERS)}

    def run(self) -> list[nodes.Node]:
        named = next((item for item in _ITEMS if item in self.options), None)
        attributes = {"lab": self.arguments[0], **({"view": named} if named else {}), **self.options}
        element = Element(attributes=attributes)
        try:
            lab = open(self.arguments[0])
            if self.content:
                element += self.parse_content_to_nodes()
            elif attributes.get("view") == "table":
                element += _table(lab.reproduce(attributes.get("table") or lab.tables[0].id))
            else:
                raise self.error("add content for readers of a PDF, and for readers without JavaScript")
        except PathlengthError as error:
            raise self.error(str(error)) from error
        return [element]


def _table(cells: Any) -> nodes.table:
    """Return the cells of one table: each model value with the published value and the error."""
    records = list(cells.records())
    titles = titles_of(records)
    rows: dict[str, dict[str, Any]] = {}
    for cell in records:
        rows.setdefault(cell["row"], {})[cell["column"]] = cell
    lines = [["", *titles.values()]]
    lines += [[name, *(_text(known.get(column)) for column in titles)] for name, known in rows.items()]
    group = nodes.tgroup(cols=len(lines[0]))
    # Widths in characters, which text builders and builders of fixed-width pages need.
    group += [nodes.colspec(colwidth=max(1, *map(len, column))) for column in zip(*lines, strict=True)]
    head, body = nodes.thead(), nodes.tbody()
    head += _row(lines[0])
    body += [_row(line) for line in lines[1:]]
    group += [head, body]
    # A PDF breaks a long table between pages.
    table = nodes.table(classes=["pathlength", "longtable"])
    table += [nodes.title(text="Model (published value, relative error)"), group]
    return table


def _text(cell: dict[str, Any] | None) -> str:
    if cell is None or math.isnan(cell["published"]):
        return "" if cell is None else number(cell["model"])
    error = "" if math.isnan(cell["error"]) else f", {percent(cell['error'])}"
    return f"{number(cell['model'])} ({number(cell['published'])}{error})"


def _row(texts: list[str]) -> nodes.row:
    row = nodes.row()
    for text in texts:
        entry = nodes.entry()
        entry += nodes.paragraph(text=text)
        row += entry
    return row


def _begin(self: Any, node: Element) -> None:
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node["attributes"].items())
    # Markdown and docutils treat a `div` as a block; browsers would move the element's table out of a paragraph.
    self.body.append(f"<div><pathlength-lab{attributes}>")


def _end(self: Any, node: Element) -> None:
    self.body.append("</pathlength-lab></div>\n")


def _nothing(self: Any, node: Element) -> None:
    """Other builders show the content alone."""


def _copy_files(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.config.pathlength_base or app.builder.format != "html":
        return
    try:
        files = element_files(app.config.pathlength_files)
    except PathlengthError as problem:
        raise ExtensionError(f"pathlength_files: {problem}") from problem
    shutil.copytree(files, Path(app.outdir, "_static", "pathlength"), dirs_exist_ok=True)


def _add_script(app: Sphinx) -> None:
    base = app.config.pathlength_base
    app.add_js_file(f"{base.rstrip('/')}/embed.js" if base else "pathlength/embed.js", type="module")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive; Sphinx calls it."""
    app.add_config_value("pathlength_files", None, "html", types=frozenset({str, type(None)}))
    app.add_config_value("pathlength_base", "", "html", types=frozenset({str}))
    other = (_nothing, _nothing)
    app.add_node(Element, html=(_begin, _end), latex=other, text=other, man=other, texinfo=other)
    app.add_directive("pathlength", Pathlength)
    app.connect("builder-inited", _add_script)
    app.connect("build-finished", _copy_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
