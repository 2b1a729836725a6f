"""Codecs: the formats of standard programs, the command's bytes, and detected damage."""

import gzip
import random
import zlib
from pathlib import Path

import pathlength
import pytest
from pathlength import codecs

from conftest import Command

NAMES = ["aldc", "lz4", "zstd", "deflate"]


def sample(size: int) -> bytes:
    """Return text with recurring words and some noise."""
    draw = random.Random(size)
    words = [bytes(draw.choices(b"abcdefgh ", k=draw.randint(2, 9))) for _ in range(60)]
    return b"".join(draw.choice(words) if draw.random() < 0.9 else draw.randbytes(3) for _ in range(size // 5 + 1))[
        :size
    ]


def test_the_codecs_are_those_of_the_engine() -> None:
    assert list(codecs.CODECS) == NAMES
    assert [codec.extension for codec in codecs.CODECS.values()] == ["aldc", "lz4", "zst", "gz"]
    assert codecs.CODECS["aldc"].level is None
    assert codecs.CODECS["zstd"].history is None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [0, 1, 1000, 300_000, 3_000_000])
def test_what_is_compressed_comes_back(name: str, size: int) -> None:
    data = sample(size)
    packed = codecs.compress(data, name)
    assert codecs.decompress(packed, name) == data
    assert size < 1000 or len(packed) < 0.8 * size
    assert codecs.compress(bytearray(data), name) == codecs.compress(memoryview(data), name) == packed


@pytest.mark.parametrize(
    ("name", "options", "arguments"),
    [
        ("aldc", {"history": 1024}, ["--history", "1024"]),
        ("aldc", {"raw": True}, ["--raw"]),
        ("lz4", {"unit": 65536}, ["--unit", "65536"]),
        ("zstd", {"level": 9}, ["--level", "9"]),
        ("gzip", {"level": 6}, ["--level", "6"]),
    ],
)
def test_files_have_the_bytes_of_the_command(
    name: str, options: dict[str, int], arguments: list[str], tmp_path: Path, command: Command
) -> None:
    data = sample(2_500_000)
    (tmp_path / "data").write_bytes(data)
    command("compress", "--codec", name, *arguments, "-o", tmp_path / "packed", tmp_path / "data")
    packed = (tmp_path / "packed").read_bytes()
    assert codecs.compress(data, name, **options) == packed
    raw = options.get("raw", False)
    assert codecs.decompress(packed, name, raw=raw) == data


def test_python_reads_deflate() -> None:
    data = sample(200_000)
    assert gzip.decompress(codecs.compress(data, "deflate", unit=50_000)) == data
    assert codecs.decompress(gzip.compress(data) + gzip.compress(b"more"), "gz") == data + b"more"
    assert codecs.CODECS["deflate"].extension == "gz"
    assert zlib.crc32(data)


@pytest.mark.parametrize("name", NAMES)
def test_damage_and_truncation_are_found(name: str) -> None:
    packed = bytearray(codecs.compress(sample(20_000), name))
    with pytest.raises(pathlength.PathlengthError, match="copy the file again from its source"):
        codecs.decompress(packed[:-1], name)
    with pytest.raises(pathlength.PathlengthError):
        codecs.decompress(b"", name)
    with pytest.raises(pathlength.PathlengthError):
        codecs.decompress(b"no such file at all", name)


@pytest.mark.parametrize("name", ["zstd", "lz4", "deflate"])
def test_a_bomb_is_given_up(name: str) -> None:
    packed = codecs.compress(bytes(50_000_000), name)
    assert len(packed) < 500_000
    with pytest.raises(pathlength.PathlengthError, match="larger than 1000000 bytes: raise max_bytes"):
        codecs.decompress(packed, name, max_bytes=1_000_000)
    assert len(codecs.decompress(packed, name, max_bytes=50_000_000)) == 50_000_000


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("zip", {}, 'unknown codec "zip": choose one of aldc, lz4, zstd, deflate'),
        ("lz4", {"level": 3}, "LZ4 does not use the option level: omit it, or choose zstd or deflate"),
        ("zstd", {"level": 99}, "level of ZSTD is 99: choose"),
        ("aldc", {"history": 100}, "history of ALDC is 100: choose one of"),
        ("zstd", {"raw": True}, "ZSTD has no raw streams"),
    ],
)
def test_wrong_options_are_refused_with_a_sentence(name: str, options: dict[str, int], sentence: str) -> None:
    with pytest.raises(pathlength.PathlengthError) as refusal:
        codecs.compress(b"data", name, **options)
    assert sentence in str(refusal.value)
    with pytest.raises(TypeError):
        codecs.compress("text", "zstd")  # type: ignore[arg-type]


def test_progress_counts_bytes() -> None:
    calls: list[tuple[int, int]] = []
    codecs.compress(sample(3_000_000), "zstd", progress=lambda done, all: calls.append((done, all)))
    assert calls[-1] == (3_000_000, 3_000_000)
