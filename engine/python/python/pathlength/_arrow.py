"""The Arrow C stream interface, without a library.

The structures and their rules are in https://arrow.apache.org/docs/format/CDataInterface.html. The consumer of a stream
calls a function to release the stream, perhaps on another thread; until then, `_alive` holds the owners of its memory.
"""

from __future__ import annotations

import ctypes
import itertools
import struct
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ._engine import stream_capsule
from ._frame import Words

_Address = ctypes.c_void_p


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


class _Stream(ctypes.Structure):
    pass


_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.POINTER(_Schema)),
    ("release", _Address),
    ("private_data", _Address),
]
_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(_Address)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.POINTER(_Array)),
    ("release", _Address),
    ("private_data", _Address),
]
_Stream._fields_ = [
    ("get_schema", _Address),
    ("get_next", _Address),
    ("get_last_error", _Address),
    ("release", _Address),
    ("private_data", _Address),
]


class _Buffer(ctypes.Structure):
    """`Py_buffer`, of which only the first field is needed: the address."""

    _fields_ = [("buf", _Address), ("rest", _Address * 16)]


_NULLABLE = 2
_alive: dict[int, Any] = {}
_keys = itertools.count(1)

_get_buffer = ctypes.pythonapi.PyObject_GetBuffer
_get_buffer.argtypes = [ctypes.py_object, ctypes.POINTER(_Buffer), ctypes.c_int]
_release_buffer = ctypes.pythonapi.PyBuffer_Release
_release_buffer.argtypes = [ctypes.POINTER(_Buffer)]
_release_buffer.restype = None


class _Memory:
    """The memory of an object with the buffer protocol, held as long as this instance exists."""

    def __init__(self, owner: Any) -> None:
        self._buffer = _Buffer()
        _get_buffer(owner, self._buffer, 0)
        self._release = _release_buffer
        self.address = self._buffer.buf

    def __del__(self) -> None:
        self._release(self._buffer)


# The functions below keep the objects that they use as default arguments: when the interpreter exits, it first removes
# the module's names.


def _forget(key: int, alive: dict[int, Any] = _alive) -> None:
    """Drop the objects of a released structure."""
    alive.pop(key, None)


class _Free:
    """Callback that releases a structure, and the children and the dictionary that the caller has not taken."""

    def __init__(self, kind: Any) -> None:
        self._kind, self._forget, self._address = kind, _forget, ctypes.addressof

    def __call__(self, address: int) -> None:
        item = self._kind.from_address(address)
        parts = [item.children[at] for at in range(item.n_children)]
        for part in [*parts, item.dictionary] if item.dictionary else parts:
            if part.contents.release:
                self(self._address(part.contents))
        item.release = None
        self._forget(item.private_data)


_free_schema, _free_array = _Free(_Schema), _Free(_Array)


@ctypes.CFUNCTYPE(None, _Address)
def _release_schema(address: int, free: Callable[[int], None] = _free_schema) -> None:
    free(address)


@ctypes.CFUNCTYPE(None, _Address)
def _release_array(address: int, free: Callable[[int], None] = _free_array) -> None:
    free(address)


@ctypes.CFUNCTYPE(None, _Address)
def _release_stream(address: int, kind: Any = _Stream, forget: Callable[[int], None] = _forget) -> None:
    item = kind.from_address(address)
    item.release = None
    forget(item.private_data)


def _address_of(function: Any) -> int:
    address = ctypes.cast(function, _Address).value
    assert address is not None
    return address


def _keep(*owned: Any) -> int:
    """Hold objects until their key is released."""
    key = next(_keys)
    _alive[key] = owned
    return key


def _pointers(kind: Any, items: list[Any]) -> Any:
    return (ctypes.POINTER(kind) * len(items))(*[ctypes.pointer(item) for item in items])


def _pack(bits: bytes) -> bytes:
    """Return a bitmap of bytes that are 0 or 1."""
    if not bits:
        return b""
    digits = bits[::-1].translate(bytes([48, 49]) + bytes(254))
    return int(digits, 2).to_bytes((len(bits) + 7) // 8, "little")


def _bitmap(length: int, missing: list[int]) -> bytes | None:
    """Return the bitmap of the rows that are not missing; None if no row is missing."""
    if not missing:
        return None
    bits = bytearray(b"\1" * length)
    for row in missing:
        bits[row] = 0
    return _pack(bytes(bits))


def _schema(
    into: Any, format: bytes, name: bytes, children: list[Any], dictionary: Any = None, metadata: bytes | None = None
) -> None:
    pointers = _pointers(_Schema, children)
    into.format, into.name, into.metadata = format, name, metadata
    into.flags = _NULLABLE
    into.n_children = len(children)
    into.children = ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(_Schema)))
    # The caller's memory need not be zeroed.
    into.dictionary = None if dictionary is None else ctypes.pointer(dictionary)
    into.release = _address_of(_release_schema)
    into.private_data = _keep(format, name, metadata, pointers, children, dictionary)


def _array(into: Any, length: int, nulls: int, buffers: list[Any], children: list[Any], dictionary: Any = None) -> None:
    memories = [None if buffer is None else _Memory(buffer) for buffer in buffers]
    addresses = (_Address * len(buffers))(*(memory.address if memory else None for memory in memories))
    pointers = _pointers(_Array, children)
    into.length, into.null_count, into.offset = length, nulls, 0
    into.n_buffers, into.n_children = len(buffers), len(children)
    into.buffers = ctypes.cast(addresses, ctypes.POINTER(_Address))
    into.children = ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(_Array)))
    # The caller's memory need not be zeroed.
    into.dictionary = None if dictionary is None else ctypes.pointer(dictionary)
    into.release = _address_of(_release_array)
    into.private_data = _keep(memories, addresses, pointers, children, dictionary)


_FORMATS = {"d": b"g", "Q": b"L", "?": b"b"}


def _column_schema(name: str, column: memoryview[Any] | Words) -> Any:
    schema = _Schema()
    if isinstance(column, Words):
        words = _Schema()
        _schema(words, b"u", b"", [])
        _schema(schema, b"i", name.encode(), [], words)
    else:
        _schema(schema, _FORMATS[column.format], name.encode(), [])
    return schema


def _column_array(column: memoryview[Any] | Words, missing: list[int]) -> Any:
    array, length = _Array(), len(column)
    if isinstance(column, Words):
        texts = [word.encode() for word in column.words]
        offsets = struct.pack(f"={len(texts) + 1}i", 0, *itertools.accumulate(map(len, texts)))
        words = _Array()
        _array(words, len(texts), 0, [None, offsets, b"".join(texts)], [])
        _array(array, length, len(missing), [_bitmap(length, missing), column.codes], [], words)
    else:
        values = _pack(column.tobytes()) if column.format == "?" else column
        _array(array, length, len(missing), [_bitmap(length, missing), values], [])
    return array


def _pairs(metadata: Mapping[str, str]) -> bytes:
    """Return metadata in the interface's format: a count, then lengths and bytes."""
    parts = [struct.pack("=i", len(metadata))]
    for text in itertools.chain.from_iterable(metadata.items()):
        parts += [struct.pack("=i", len(text.encode())), text.encode()]
    return b"".join(parts)


def stream(
    columns: Mapping[str, memoryview[Any] | Words],
    metadata: Mapping[str, str],
    missing: Callable[[str], Iterable[int]],
) -> object:
    """Return a capsule with a stream of one batch: the columns, whose values can be missing."""
    length = len(next(iter(columns.values())))
    batches = [1]

    @ctypes.CFUNCTYPE(ctypes.c_int, _Address, _Address)
    def get_schema(_: int, into: int) -> int:
        fields = [_column_schema(name, column) for name, column in columns.items()]
        _schema(_Schema.from_address(into), b"+s", b"", fields, metadata=_pairs(metadata))
        return 0

    @ctypes.CFUNCTYPE(ctypes.c_int, _Address, _Address)
    def get_next(_: int, into: int) -> int:
        batch = _Array.from_address(into)
        if not batches:
            batch.release = None
            return 0
        batches.pop()
        arrays = [_column_array(column, list(missing(name))) for name, column in columns.items()]
        _array(batch, length, 0, [None], arrays)
        return 0

    @ctypes.CFUNCTYPE(ctypes.c_char_p, _Address)
    def get_last_error(_: int) -> None:
        return None

    functions = (get_schema, get_next, get_last_error)
    callbacks = [_address_of(function) for function in (*functions, _release_stream)]
    return stream_capsule(callbacks, _keep(functions), _forget)
