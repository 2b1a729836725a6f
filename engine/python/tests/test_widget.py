"""The notebook widget without a browser: its traits, and its content in a page without a kernel."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pathlength
import pytest
from pathlength.widget import Widget, serve

#: The settings {"read_share": 70}.
STATE = "1.q1YqTi0pycxLL1ayqlYqSk1MiS_OSCxKVbIyN6itBQA.660760b6"


def test_settings_and_state_follow_each_other() -> None:
    widget = Widget("disk-paths", settings={"read_share": 70})
    assert widget.state == STATE
    widget.settings = {}
    assert widget.state == ""
    widget.state = STATE
    assert widget.settings == {"read_share": 70}


def test_new_settings_keep_the_rest_of_the_state() -> None:
    widget = Widget("disk-paths", settings={"read_share": 70})
    before = pathlength.widget._decode(widget.state)
    widget.state = pathlength.widget._encode({**before, "hints": {"q": 1}})
    widget.settings = {"read_share": 20}
    assert pathlength.widget._decode(widget.state) == {"hints": {"q": 1}, "settings": {"read_share": 20}}


def test_an_unknown_setting_is_refused_with_the_known_ones() -> None:
    widget = Widget("disk-paths")
    with pytest.raises(pathlength.PathlengthError, match=r"unknown setting reed_share: use one of .*read_share"):
        widget.settings = {"reed_share": 70}
    assert widget.state == ""


@pytest.mark.parametrize("state", ["nonsense", "1.!.0", STATE.replace("q1Y", "zzz"), STATE.replace("1.", "2.", 1)])
def test_a_damaged_state_is_refused(state: str) -> None:
    with pytest.raises(pathlength.PathlengthError, match="state"):
        Widget("disk-paths").state = state


def test_data_of_the_page_become_a_dictionary() -> None:
    widget = Widget("disk-paths", view="table")
    assert widget.data is None
    widget._data = json.dumps({"columns": ["row"], "rows": [["a"]]})
    assert widget.data == {"columns": ["row"], "rows": [["a"]]}


def test_a_page_without_a_kernel_shows_table_and_picture() -> None:
    bundle = Widget("queueing", view="table", table="line")._repr_mimebundle_()
    assert bundle is not None
    html = bundle[0]["text/html"]
    assert html == pathlength.open("queueing").reproduce("line")._repr_html_()
    assert html.count("<circle") == 12


def test_the_server_sends_files_of_its_folder_to_any_page(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "embed.js").write_text("1")
    (tmp_path / "secret").write_text("2")
    address = serve(tmp_path / "files")
    assert serve(tmp_path / "files") == address
    with urllib.request.urlopen(f"{address}embed.js") as response:
        assert response.read() == b"1"
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Content-Type"] == "text/javascript"
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"{address}../secret")


def test_a_folder_without_the_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(pathlength.PathlengthError, match=r"has no embed\.js: pip install pathlength-notebook"):
        serve(tmp_path)
