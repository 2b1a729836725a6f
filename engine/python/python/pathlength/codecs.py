"""The codecs of the laboratory: ALDC, LZ4, ZSTD, and DEFLATE, as storage devices use them.

Standard programs read the output of `compress` for ``lz4``, ``zstd``, and ``deflate`` (a gzip file). They do not read
ALDC: its container is this project's, with the history size, the length, and checksums.

>>> from pathlength import codecs
>>> packed = codecs.compress(b"to be or not to be", "zstd", level=3)
>>> codecs.decompress(packed, "zstd")
b'to be or not to be'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from . import _engine

Bytes = bytes | bytearray | memoryview
Progress = Callable[[int, int], object]

__all__ = ["CODECS", "Bytes", "Codec", "compress", "decompress"]


@dataclass(frozen=True)
class Codec:
    """A codec.

    Attributes
    ----------
    name, title : str
        The name in `compress` and `decompress`, and a name for readers.
    extension : str
        The file name extension of its container, without the dot.
    level, history : str or None
        The values of these options, such as ``"1 to 19"``; None if the codec does not use the option.
    """

    name: str
    title: str
    extension: str
    level: str | None
    history: str | None


#: The codecs by name.
CODECS: dict[str, Codec] = {facts[0]: Codec(*facts) for facts in _engine.codecs()}


def compress(
    data: Bytes,
    codec: str,
    *,
    level: int | None = None,
    history: int | None = None,
    unit: int = 0,
    raw: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Compress data into the codec's container.

    Parameters
    ----------
    data : bytes-like
        The data. Objects other than ``bytes`` are copied once.
    codec : str
        ``aldc``, ``lz4``, ``zstd``, ``deflate``, ``gzip``, or an extension such as ``zst``.
    level : int, optional
        The compression level of ZSTD and DEFLATE.
    history : int, optional
        The history size of ALDC, in bytes.
    unit : int
        Bytes after which the history is reset; 0 for never.
    raw : bool
        Whether to write a bare ALDC stream, without history size and checksums: most damage to it cannot be detected.
    progress : callable, optional
        Called periodically with the number of processed input bytes and the total.

    Returns
    -------
    bytes
        The same bytes as those of ``pathlength compress``.

    Raises
    ------
    PathlengthError
        The codec is unknown, or it does not support an option or its value.
    """
    return _engine.compress(_bytes(data), codec, level, history, unit, raw, progress)


def decompress(
    data: Bytes,
    codec: str,
    *,
    history: int | None = None,
    raw: bool = False,
    max_bytes: int | None = None,
    progress: Progress | None = None,
) -> bytes:
    """Decompress all frames, members, or units of a container.

    Parameters
    ----------
    data : bytes-like
        The compressed data.
    codec : str
        As for `compress`.
    history : int, optional
        The history size of a bare ALDC stream, in bytes.
    raw : bool
        Whether the data are a bare ALDC stream.
    max_bytes : int, optional
        The maximum size of the output, for untrusted data.
    progress : callable, optional
        Called periodically with the number of processed input bytes and the total.

    Returns
    -------
    bytes
        The data.

    Raises
    ------
    PathlengthError
        The data are damaged or truncated (the text names the position), or the output is too large.
    """
    return _engine.decompress(_bytes(data), codec, history, raw, max_bytes, progress)


def _bytes(data: Bytes) -> bytes:
    return data if isinstance(data, bytes) else bytes(memoryview(data))
