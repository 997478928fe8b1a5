# SPDX-License-Identifier: BSD-3-Clause
"""JSON files that are complete at any time, even if the process is killed."""
import json
import os
import tempfile
import threading


class JSONFile:
    """One object in one file.  Threads may share it; changes are written by ``save`` or by ``Saver``."""

    def __init__(self, path, initial):
        self.path, self.lock, self.changed = path, threading.RLock(), False
        self.value = {**initial, **self._read()}

    def _read(self):
        try:
            value = json.loads(self.path.read_bytes())
            if isinstance(value, dict):
                return value
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            pass
        self._put_aside()
        return {}

    def _put_aside(self):
        """Renames a damaged file."""
        try:
            os.replace(self.path, self.path.with_suffix(".damaged"))
        except OSError:
            pass

    def update(self, **members):
        with self.lock:
            self.value.update(members)
            self.changed = True

    def forget(self, *names):
        with self.lock:
            self.changed = any([self.value.pop(name, None) is not None for name in names]) or self.changed

    def save(self):
        with self.lock:
            if not self.changed:
                return
            data = json.dumps(self.value, ensure_ascii=False, indent=1).encode()
            self.changed = False
        try:
            write_atomically(self.path, data)
        except OSError:
            self.changed = True
            raise


def write_atomically(path, data):
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


class Saver:
    """Writes changed files once a second."""

    def __init__(self, interval=1.0):
        self.interval, self.files, self.ended = interval, [], threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def add(self, file):
        self.files.append(file)
        return file

    def remove(self, file):
        """Writes a file a last time."""
        self.files.remove(file)
        self._save(file)

    def _run(self):
        while not self.ended.wait(self.interval):
            self.flush()

    def flush(self):
        for file in list(self.files):
            self._save(file)

    @staticmethod
    def _save(file):
        try:
            file.save()
        except OSError as error:
            print(f"{file.path} cannot be written: {error.strerror}", flush=True)

    def close(self):
        self.ended.set()
        self.thread.join()
        self.flush()
