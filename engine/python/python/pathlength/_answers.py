"""Results of a lab that are documents: an answer to one scenario, and the record of a fit."""

from __future__ import annotations

import math
from typing import Any

from ._document import Document


class Answer(Document):
    """The result of one scenario, with everything needed to repeat it."""

    __slots__ = ()

    @property
    def outputs(self) -> dict[str, float]:
        """The outputs, by name; NaN where the model has no number."""
        return {name: math.nan if value is None else value for name, value in self["outputs"].items()}

    @property
    def units(self) -> dict[str, str]:
        """The units of the outputs, by name."""
        return dict(self["units"])

    @property
    def scenario(self) -> dict[str, float | str | bool]:
        """The settings of the scenario."""
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
        """The fitted parameters: ``stored``, ``fitted``, ``determined``, and, after a bootstrap, ``interval``."""
        return dict(self["parameters"])

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The groups of jointly fitted parameters, with the errors of their cells as fractions of 1."""
        return list(self["groups"])

    @property
    def cross_validation(self) -> list[dict[str, Any]]:
        """The cells that were predicted from fits without them; empty without ``cross_validate``."""
        return list(self.get("cross_validation") or [])

    @property
    def leverage(self) -> list[dict[str, Any]]:
        """The errors with each chosen parameter changed, without (``moved``) and with (``refitted``) a refit.

        Empty without ``leverage``.
        """
        return list(self.get("leverage") or [])
