"""Answers of a lab's model that are documents: to one scenario, and to a fit."""

from __future__ import annotations

import math
from typing import Any

from ._document import Document


class Answer(Document):
    """The answer of a model to one scenario, with all that it takes to repeat it."""

    __slots__ = ()

    @property
    def outputs(self) -> dict[str, float]:
        """The outputs by name; NaN where the model has no number."""
        return {name: math.nan if value is None else value for name, value in self["outputs"].items()}

    @property
    def units(self) -> dict[str, str]:
        """The units of the outputs by name."""
        return dict(self["units"])

    @property
    def scenario(self) -> dict[str, float | str | bool]:
        """The settings."""
        return dict(self["scenario"])

    @property
    def terms(self) -> list[dict[str, Any]]:
        """The terms of the outputs: ``title``, ``count``, ``cost_us``, ``time_us``, ``place``, ``part_of``."""
        return list(self["terms"])


class Calibration(Document):
    """The record of a fit."""

    __slots__ = ()

    @property
    def parameters(self) -> dict[str, dict[str, Any]]:
        """The fitted parameters: ``stored``, ``fitted``, if ``determined``, and with a bootstrap the ``interval``."""
        return dict(self["parameters"])

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The parameters that were fitted together, with the errors of their cells as fractions of 1."""
        return list(self["groups"])

    @property
    def cross_validation(self) -> list[dict[str, Any]]:
        """The cells that were predicted by fits without them; empty if they were not asked for."""
        return list(self.get("cross_validation") or [])

    @property
    def leverage(self) -> list[dict[str, Any]]:
        """The errors with other values of chosen parameters, ``moved`` and ``refitted``; empty if not asked for."""
        return list(self.get("leverage") or [])
