# SPDX-License-Identifier: BSD-3-Clause
"""Caches compiled files of scripts and tests below build/, by a digest of their inputs."""
import fcntl
import hashlib
import shutil
from contextlib import contextmanager
from pathlib import Path


def digest(*details):
    """A digest of values, file contents, and lists of both."""
    hashed = hashlib.sha256()
    for detail in details:
        if isinstance(detail, (list, tuple)):
            detail = digest(*detail)
        text = detail.read_bytes() if isinstance(detail, Path) else repr(detail).encode()
        hashed.update(hashlib.sha256(text).digest())
    return hashed.hexdigest()[:16]


@contextmanager
def alone(path):
    """Admits one process at a time: waiting for another one is faster than repeating its work."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{path}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def built(path, details, make):
    """Returns the file or folder PATH-DIGEST, created with `make(path)` if it does not exist.  Removes older ones."""
    made = path.with_name(f"{path.name}-{digest(*details)}")
    with alone(path):
        if not made.exists():
            for old in path.parent.glob(f"{path.name}-{'[0-9a-f]' * 16}"):
                remove(old)
            unfinished = path.with_name(f"unfinished-{path.name}")
            remove(unfinished)
            make(unfinished)
            unfinished.rename(made)
    return made


def remove(path):
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
