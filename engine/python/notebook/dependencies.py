"""The dependencies of the package: hatchling asks for them when it builds the wheel."""

from __future__ import annotations

from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Dependencies(MetadataHookInterface):
    """Names the package `pathlength` of the same version: the state of a widget has to mean the same in both."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the dependencies to the metadata, which has the version already."""
        metadata["dependencies"] = [f"pathlength[notebook]=={metadata['version']}"]
