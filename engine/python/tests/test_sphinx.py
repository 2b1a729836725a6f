"""The extension for Sphinx: what each builder shows, and how a wrong name ends a build."""

import re
import subprocess
import sys
from pathlib import Path

import pathlength
import pytest

TABLE = """
Rereading
=========

.. pathlength:: disk-paths
   :table: reread
   :theme: dark
"""


def build(folder: Path, builder: str, text: str, settings: str = "") -> subprocess.CompletedProcess[str]:
    (folder / "element").mkdir(exist_ok=True)
    (folder / "element" / "embed.js").write_text("// the element", encoding="utf-8")
    (folder / "conf.py").write_text(
        f'extensions = ["pathlength.sphinx"]\npathlength_files = {str(folder / "element")!r}\n{settings}\n',
        encoding="utf-8",
    )
    (folder / "index.rst").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", builder, folder, folder / builder]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def compared() -> str:
    """Return the first published value with an error, as the table shows it after the model's."""
    cell = next(cell for cell in pathlength.open("disk-paths").reproduce("reread").records() if cell["error"] > 0)
    return f"({cell['published']:.4g}, +{100 * cell['error']:.1f} %)"


def test_html_has_the_element_around_the_published_table(tmp_path: Path) -> None:
    done = build(tmp_path, "html", TABLE)
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
    element = re.search(r"<pathlength-lab([^>]*)>(.*?)</pathlength-lab>", page, re.DOTALL)
    assert element is not None
    assert element[1].split() == ['lab="disk-paths"', 'view="table"', 'table="reread"', 'theme="dark"']
    assert compared() in element[2]
    assert re.search(r'<script type="module" src="_static/pathlength/embed\.js', page)
    copied = tmp_path / "html" / "_static" / "pathlength" / "embed.js"
    assert copied.read_text(encoding="utf-8") == "// the element"


@pytest.mark.parametrize(("builder", "file"), [("text", "index.txt"), ("latex", "projectnamenotset.tex")])
def test_other_builders_have_the_table_alone(tmp_path: Path, builder: str, file: str) -> None:
    assert build(tmp_path, builder, TABLE).returncode == 0
    text = (tmp_path / builder / file).read_text(encoding="utf-8")
    # LaTeX escapes the percent sign.
    assert compared() in text.replace("\\%", "%")
    assert "pathlength-lab" not in text


def test_table_of_a_pdf_breaks_between_pages(tmp_path: Path) -> None:
    assert build(tmp_path, "latex", TABLE).returncode == 0
    # LaTeX escapes the percent sign.
    text = (tmp_path / "latex" / "projectnamenotset.tex").read_text(encoding="utf-8").replace("\\%", "%")
    start, end = text.index(r"\begin{longtable}"), text.index(r"\end{longtable}")
    assert start < text.index(compared()) < end


def test_content_of_the_author_comes_before_a_table(tmp_path: Path) -> None:
    text = TABLE + "\n   The fastest path is *here*.\n"
    assert build(tmp_path, "text", text).returncode == 0
    shown = (tmp_path / "text" / "index.txt").read_text(encoding="utf-8")
    assert "The fastest path is *here*." in shown
    assert compared() not in shown


def test_files_of_a_site_are_not_copied(tmp_path: Path) -> None:
    assert build(tmp_path, "html", TABLE, 'pathlength_base = "https://example.org/lab/"').returncode == 0
    page = (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
    assert 'src="https://example.org/lab/embed.js"' in page
    assert not (tmp_path / "html" / "_static" / "pathlength").exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (TABLE.replace("disk-paths", "disk-path"), "disk-path"),
        (TABLE.replace("reread", "rereads"), "rereads"),
        (TABLE.replace(":table: reread", ":view: playground"), "add content"),
        (TABLE.replace(":theme:", ":them:"), 'unknown option: "them"'),
    ],
)
def test_wrong_directive_ends_the_build_with_its_line(tmp_path: Path, text: str, sentence: str) -> None:
    done = build(tmp_path, "html", text)
    assert done.returncode != 0
    assert "index.rst:5:" in done.stderr
    assert sentence in done.stderr


def test_missing_files_end_the_build(tmp_path: Path) -> None:
    done = build(tmp_path, "html", TABLE, 'pathlength_files = "nowhere"')
    assert done.returncode != 0
    assert "has no embed.js: pip install pathlength-notebook" in done.stderr
