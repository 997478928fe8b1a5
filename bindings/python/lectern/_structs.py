# SPDX-License-Identifier: BSD-3-Clause
"""The callback structs of lectern.h, member for member."""

from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_int32,
    c_size_t,
    c_uint64,
    c_void_p,
)
from typing import Any

RELEASE = CFUNCTYPE(None, c_void_p)
READ = CFUNCTYPE(
    c_int32, c_void_p, c_uint64, c_void_p, c_size_t, POINTER(c_size_t), POINTER(c_void_p)
)
SIZE = CFUNCTYPE(c_int32, c_void_p, POINTER(c_uint64), POINTER(c_void_p))
LOG = CFUNCTYPE(None, c_void_p, c_char_p)
STEP = CFUNCTYPE(c_int32, c_void_p, c_char_p, c_uint64, c_uint64)
EVENT = CFUNCTYPE(None, c_void_p, c_char_p, c_char_p)
ELEMENT = CFUNCTYPE(c_int32, c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p))

GET = CFUNCTYPE(c_int32, c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p))
OPEN = CFUNCTYPE(c_int32, c_void_p, c_void_p, POINTER(c_void_p), POINTER(c_void_p))
LINKS = CFUNCTYPE(c_int32, c_void_p, POINTER(c_void_p), POINTER(c_void_p))
CLOSE = CFUNCTYPE(None, c_void_p)
COMPUTE = CFUNCTYPE(c_int32, c_void_p, POINTER(c_void_p), POINTER(c_void_p))

# What every callback struct begins with.
_HEAD: Any = [("struct_size", c_size_t), ("user_data", c_void_p), ("release", RELEASE)]


class Stream(Structure):
    _fields_ = [*_HEAD, ("read", READ), ("size", SIZE)]


class Fetcher(Structure):
    _fields_ = [*_HEAD, ("get", GET)]


class Service(Structure):
    _fields_ = [
        *_HEAD,
        ("name", c_char_p),
        ("open", OPEN),
        ("links", LINKS),
        ("get", GET),
        ("close", CLOSE),
    ]


class Compute(Structure):
    _fields_ = [*_HEAD, ("compute", COMPUTE)]


class Logger(Structure):
    _fields_ = [*_HEAD, ("log", LOG)]


class Progress(Structure):
    _fields_ = [*_HEAD, ("step", STEP)]


class Listener(Structure):
    _fields_ = [*_HEAD, ("event", EVENT)]


class Renderer(Structure):
    _fields_ = [*_HEAD, ("element", ELEMENT)]
