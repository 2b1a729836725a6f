"""The notebooks, executed in a kernel, and their content without one."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


def execute(path: Path) -> nbformat.NotebookNode:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=1200, store_widget_state=False).execute()
    return notebook


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_notebook_runs(path: Path) -> None:
    execute(path)


def test_examples_are_saved_without_outputs() -> None:
    assert len(EXAMPLES) == 3
    for path in EXAMPLES:
        for cell in nbformat.read(path, as_version=4).cells:
            assert not cell.get("outputs")


def test_a_page_without_a_kernel_has_the_table_and_a_picture() -> None:
    notebook = nbformat.v4.new_notebook()
    source = "from pathlength.widget import Widget\nWidget('queueing', view='table', table='line')"
    notebook.cells = [nbformat.v4.new_code_cell(source)]
    NotebookClient(notebook, timeout=600, store_widget_state=False).execute()
    html, _ = HTMLExporter(exclude_input=True).from_notebook_node(notebook)
    body = html[html.index("<main") :]
    assert "Response time of one queue" in body
    assert re.search(r"<td>11\.11<br/?><small>11\.11 · \+0\.0 %</small></td>", body)
    assert 'aria-label="Relative errors of 12 cells;' in body
