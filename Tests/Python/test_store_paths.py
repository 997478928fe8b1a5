# SPDX-License-Identifier: BSD-3-Clause
"""Paths of stores."""

import os

import pytest

import lectern
from lectern.store import GLOBAL


def test_paths_that_are_no_file(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "nowhere").symlink_to(tmp_path / "none")
    (tmp_path / "plain").write_text("")
    wrong = {
        tmp_path: lectern.IoError, f"{tmp_path}/": lectern.IoError, f"{tmp_path}/none/": lectern.IoError,
        tmp_path / "none" / "p.db": lectern.NotFoundError, tmp_path / "fifo": lectern.IoError,
        "/dev/null": lectern.IoError, tmp_path / "loop": lectern.IoError, tmp_path / "nowhere": lectern.IoError,
        tmp_path / "plain" / "p.db": lectern.NotFoundError, tmp_path / ("x" * 300): lectern.IoError,
        tmp_path / "/".join(["x" * 200] * 30): lectern.NotFoundError, "": lectern.ArgumentError,
    }  # fmt: skip
    for path, kind in wrong.items():
        with pytest.raises(kind) as raised:
            lectern.Store(path)
        assert raised.value.message, path
    assert not (tmp_path / "none").exists()
    with pytest.raises(ValueError):
        lectern.Store(tmp_path / "a\0b")


def test_names_that_mean_something_to_sqlite(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    odd = (":memory:", "file:a.db?mode=memory", "a b.db", "a'b\"c.db", "a?b#c%20.db", "\u00e9\U0001f4d6.db", "-x", "a\nb")
    for name in odd:
        with lectern.Store(name) as store:
            store.save(GLOBAL, {"name": name})
        with lectern.Store(tmp_path / name) as store:
            assert store.load(GLOBAL) == {"name": name}
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(odd)
