"""The dependencies of the package; hatchling requests them when it builds the wheel."""

from __future__ import annotations

from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Dependencies(MetadataHookInterface):
    """Metadata hook that requires the same version of `pathlength`: both packages must read widget states alike."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the dependencies to the metadata, which already contains the version."""
        metadata["dependencies"] = [f"pathlength[notebook]=={metadata['version']}"]
