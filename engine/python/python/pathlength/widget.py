"""Labs in notebooks: the interactive element of the site as a widget for Jupyter, marimo, and VS Code.

The widget needs the package ``anywidget`` and the files of the site's element: ``pip install pathlength-notebook``
installs both. The widget makes no requests to other hosts.
"""

from __future__ import annotations

import base64
import functools
import json
import os
import threading
import zlib
from collections.abc import Mapping
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ._engine import PathlengthError
from ._files import element_files
from ._lab import Lab, open

#: The version of the state format.
_STATE = "1"


class Widget(anywidget.AnyWidget):
    """A lab, or one item of it, in a notebook.

    Parameters
    ----------
    lab : Lab or str
        One of the labs in the package, or its id.
    view : {"lab", "step", "table", "chart", "playground", "question", "model"}
        The item to show; a playground is a chart with its controls, and a model an interactive picture.
    settings : mapping, optional
        The initial settings, by name.
    base : str, optional
        The address of the element's files, if Jupyter does not serve them: ``pathlength.widget.serve()``.
    **attributes
        The id of the item as ``step``, ``table``, ``chart``, ``question``, or ``model``, and ``controls``, ``seed``,
        ``theme``, and ``label``, as for the element in a page.

    Attributes
    ----------
    settings : dict
        The settings that the reader changed; Python can set them, too.
    state : str
        The reader's whole state, as the links of the site contain it; Python can set it, too.
    data : dict
        The ``columns`` and ``rows`` of the table or chart at the present settings; None before they are computed.
    score : float
        The share of the points earned; None before the first answer.
    loaded : bool
        Whether the lab is shown.
    problem : str
        The reason why the lab is not shown, or the part of a state that does not fit the lab.

    Raises
    ------
    PathlengthError
        There is no such lab, or its model has no such setting.

    Examples
    --------
    >>> import pathlength.widget
    >>> widget = pathlength.widget.Widget("disk-paths", view="playground", settings={"read_share": 70})
    >>> widget.settings
    {'read_share': 70}
    >>> widget.settings = {"read_share": 20, "phase": "mix"}
    """

    _esm = Path(__file__).with_name("widget.js").read_text(encoding="utf-8")

    lab = traitlets.Unicode().tag(sync=True)
    view = traitlets.Unicode("lab").tag(sync=True)
    step = traitlets.Unicode().tag(sync=True)
    table = traitlets.Unicode().tag(sync=True)
    chart = traitlets.Unicode().tag(sync=True)
    question = traitlets.Unicode().tag(sync=True)
    controls = traitlets.Unicode().tag(sync=True)
    seed = traitlets.Unicode().tag(sync=True)
    theme = traitlets.Unicode("auto").tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    base = traitlets.Unicode().tag(sync=True)
    state = traitlets.Unicode().tag(sync=True)
    score = traitlets.Float(None, allow_none=True).tag(sync=True)
    problem = traitlets.Unicode().tag(sync=True)
    loaded = traitlets.Bool(False).tag(sync=True)
    _data = traitlets.Unicode().tag(sync=True)
    settings: traitlets.Dict[str, Any] = traitlets.Dict()
    data: traitlets.Dict[str, Any] = traitlets.Dict(default_value=None, allow_none=True)

    def __init__(
        self,
        lab: Lab | str,
        /,
        *,
        view: str = "lab",
        settings: Mapping[str, Any] | None = None,
        base: str | None = None,
        **attributes: str,
    ) -> None:
        self._lab = lab if isinstance(lab, Lab) else open(lab)
        super().__init__(lab=self._lab.id, view=view, base=base or "", **attributes)
        self.settings = dict(settings or {})

    @traitlets.validate("settings")
    def _check_settings(self, proposal: dict[str, Any]) -> dict[str, Any]:
        settings: dict[str, Any] = proposal["value"]
        unknown = sorted(settings.keys() - self._lab.settings.keys())
        if unknown:
            known = ", ".join(self._lab.settings)
            raise PathlengthError(f"unknown setting {unknown[0]}: use one of {known}")
        return settings

    @traitlets.observe("settings")
    def _send_settings(self, change: dict[str, Any]) -> None:
        state = _decode(self.state)
        if state.get("settings", {}) != change["new"]:
            self.state = _encode({**state, "settings": change["new"]})

    @traitlets.observe("state")
    def _receive_settings(self, change: dict[str, Any]) -> None:
        self.settings = _decode(change["new"]).get("settings", {})

    @traitlets.observe("_data")
    def _receive_data(self, change: dict[str, Any]) -> None:
        self.data = json.loads(change["new"])

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the widget and, for readers without a kernel, a table and a picture of its errors."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        table = self.table or self._lab.tables[0].id
        bundle[0]["text/html"] = self._lab.reproduce(table)._repr_html_()
        return bundle


def serve(folder: str | os.PathLike[str] | None = None) -> str:
    """Serve the element's files to pages on this machine, as long as the process runs.

    JupyterLab itself serves the files. Other notebooks need the address that this function returns, as ``base``.

    Parameters
    ----------
    folder : str or path, optional
        A folder with ``embed.js``; that of the package ``pathlength-notebook`` by default.

    Returns
    -------
    str
        The address, on a free port of 127.0.0.1.

    Raises
    ------
    PathlengthError
        The folder contains no ``embed.js``.
    """
    return _serve(str(element_files(folder)))


@functools.cache
def _serve(folder: str) -> str:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


class _Handler(SimpleHTTPRequestHandler):
    """Handler that sends the files, which are public, to pages of any origin."""

    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def _decode(state: str) -> dict[str, Any]:
    """Return a decoded state. The page has checked the state, and no part of it is executed."""
    if not state:
        return {}
    try:
        version, payload, _ = state.split(".")
        text = zlib.decompress(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)), -15)
        decoded: dict[str, Any] = json.loads(text)
    except (ValueError, zlib.error) as error:
        raise PathlengthError("the state is damaged: copy all of it") from error
    if version != _STATE:
        raise PathlengthError(f"the state has version {version}, not {_STATE}: install the version that saved it")
    return decoded


def _encode(state: dict[str, Any]) -> str:
    if not any(state.values()):
        return ""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(state, separators=(",", ":"), sort_keys=True).encode()) + packer.flush()
    text = f"{_STATE}.{base64.urlsafe_b64encode(packed).rstrip(b'=').decode()}"
    return f"{text}.{zlib.crc32(text.encode()):08x}"
