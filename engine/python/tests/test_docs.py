"""The examples of the documentation, run as they are printed."""

import doctest
import re
from pathlib import Path

import pytest

from conftest import ROOT

PAGES = [ROOT / "docs/python.md", ROOT / "engine/python/README.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_example_prints_what_the_page_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    blocks = [(match.start(), match.group(1)) for match in re.finditer(r"^```pycon\n(.*?)^```$", text, re.M | re.S)]
    assert blocks, f"{page.name} has no examples"
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for start, block in blocks:
        line = text.count("\n", 0, start) + 1
        test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), line)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).failed == 0
