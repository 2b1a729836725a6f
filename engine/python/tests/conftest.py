"""The command `pathlength`, the reference for the bytes of the package."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

Command = Callable[..., str]


@pytest.fixture(scope="session")
def command() -> Command:
    """Return a function that runs the command and returns what it prints."""
    program = os.environ.get("PATHLENGTH_COMMAND")
    if not program:
        pytest.fail("PATHLENGTH_COMMAND does not name the command: run `npm run test:python`")

    def run(*arguments: str | Path, given: str = "", status: int = 0) -> str:
        ended = subprocess.run(
            [program, *map(str, arguments)], input=given.encode(), capture_output=True, cwd=ROOT, timeout=300
        )
        assert ended.returncode == status, ended.stderr.decode()
        return (ended.stdout if status == 0 else ended.stderr).decode()

    return run
