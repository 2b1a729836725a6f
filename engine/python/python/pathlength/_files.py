"""The files of the site's element, for pages and notebooks."""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path

from ._engine import PathlengthError


def element_files(folder: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder with ``embed.js``: the given one, or that of the package ``pathlength-notebook``."""
    usual = Path(sysconfig.get_path("data"), "share", "jupyter", "labextensions", "pathlength", "static")
    found = Path(folder or usual).resolve()
    if not (found / "embed.js").is_file():
        raise PathlengthError(f"{found} has no embed.js: pip install pathlength-notebook, or name another folder")
    return found
