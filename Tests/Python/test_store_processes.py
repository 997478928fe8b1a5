# SPDX-License-Identifier: BSD-3-Clause
"""Files of preferences shared by several processes, and processes that end at a bad time."""

import signal
import subprocess
import sys
import time

import pytest

import lectern
from lectern.store import GLOBAL, publication
from support.store_files import former, make, sql, torn

#: The start of every program below; the arguments are a file and further values.
HEAD = """
import json, os, sys
import lectern
from lectern.store import GLOBAL, publication
file, arguments = sys.argv[1], sys.argv[2:]
"""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "preferences.db"


@pytest.fixture
def start():
    """Starts programs in separate processes, and kills them at the end."""
    processes = []

    def start(program, *arguments, **options):
        processes.append(
            subprocess.Popen(
                [sys.executable, "-c", HEAD + program, *map(str, arguments)], text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
            )  # fmt: skip
        )
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def result(process):
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return output


SAVES = """
name = arguments[0]
with lectern.Store(file, busyTimeout=60000) as store:
    for number in range(200):
        store.save(publication(f"{name} {number}"), {"number": number})
        if number % 10 == 9:
            store.save(publication("all"), {"name": name, "number": number})
"""


def test_two_processes_save_at_once(start, file):
    """2 x 200 saves; none is lost."""
    for process in [start(SAVES, file, name) for name in ("a", "b")]:
        result(process)
    with lectern.Store(file) as store:
        assert store.warnings == []
        assert len(store.scopes) == 401
        for name in ("a", "b"):
            for number in range(200):
                assert store.load(publication(f"{name} {number}")) == {"number": number}
        assert store.load(publication("all"))["number"] == 199


OPENS = """
print("ready", flush=True)
sys.stdin.readline()
with lectern.Store(file, busyTimeout=60000) as store:
    store.save(publication(arguments[0]), {"a": 1})
    print(json.dumps(store.warnings))
"""


def at_once(start, file, count):
    """Starts processes that open the file at the same time; returns the warnings of each."""
    processes = [start(OPENS, file, number) for number in range(count)]
    for process in processes:
        assert process.stdout.readline() == "ready\n", process.stderr.read()
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    return [result(process) for process in processes]


@pytest.mark.parametrize("is_in_front", [True, False], ids=["at the front", "inside"])
def test_several_processes_find_the_same_damage(start, file, is_in_front):
    """One process renames the file; none renames the new one, and nothing saved in it is lost."""
    for attempt in range(3):
        sound = make(file)
        damaged = torn(sound) if is_in_front else sound[:8192] + bytes(4096) + sound[12288:]
        file.write_bytes(damaged)
        told = [text for text in at_once(start, file, 4) if "quarantined" in text]
        assert len(told) == 1
        aside = file.with_name(f"{file.name}.damaged-{attempt + 1}")
        assert aside.read_bytes() == damaged
        with lectern.Store(file) as store:
            assert store.scopes == [publication(str(number)) for number in range(4)]
    assert len(list(file.parent.iterdir())) == 4


def test_several_processes_make_the_same_file(start, file):
    assert at_once(start, file, 4) == ["[]\n"] * 4
    with lectern.Store(file) as store:
        assert len(store.scopes) == 4


FOREVER = """
with lectern.Store(file) as store:
    print("ready", flush=True)
    number = 0
    while True:
        number += 1
        text = str(number) * 3000
        store.save_all([(publication("a"), {"text": text}), (publication("b"), {"text": text})])
        print(number, flush=True)
"""


def test_processes_that_are_killed(start, file):
    """At any time: the store is valid, and every confirmed save is complete."""
    for attempt in range(12):
        process = start(FOREVER, file)
        assert process.stdout.readline() == "ready\n", process.stderr.read()
        for _ in range(attempt * 2):
            process.stdout.readline()
        time.sleep(attempt / 2000)
        process.send_signal(signal.SIGKILL)
        confirmed = [int(line) for line in process.communicate(timeout=60)[0].split()] or [0]
        with lectern.Store(file) as store:
            assert store.warnings == []
            a, b = store.load(publication("a")), store.load(publication("b"))
            assert a == b
            if confirmed[-1]:
                assert a["text"] in (str(confirmed[-1]) * 3000, str(confirmed[-1] + 1) * 3000)


PROFILES = """
with lectern.Store(file) as store:
    print("ready", flush=True)
    while True:
        store.save_profiles([{"id": "b", "title": "B", "copyOf": "a"}], choose=[(GLOBAL, "b")])
        print("copied", flush=True)
        store.save_profiles(remove=["b"])
        print("removed", flush=True)
"""


def test_processes_that_are_killed_while_they_change_profiles(start, file):
    """The copy exists with preferences and choice, or does not exist."""
    a, b = ({"scope": "profile", "id": id, "kind": "reflowable"} for id in "ab")
    with lectern.Store(file) as store:
        store.save_profiles([{"id": "a", "title": "A"}])
        store.save(a, {"text": "x" * 9000})
    for attempt in range(12):
        process = start(PROFILES, file)
        assert process.stdout.readline() == "ready\n", process.stderr.read()
        for _ in range(attempt):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        with lectern.Store(file) as store:
            profiles = store.profiles()
            known = [one["id"] for one in profiles["profiles"]]
            assert known == ["a"] and profiles.get("chosen") is None or known == ["a", "b"] and profiles["chosen"] == "b"
            assert store.load(b) == (store.load(a) if "b" in known else {}) and store.warnings == []


UPGRADES = """
with lectern.Store(file) as store:
    assert len(store.scopes) == 300
    print("ready", flush=True)
    sys.stdin.readline()
    store.save(publication(arguments[0]), {"a": 1})
    assert store.warnings == []
"""


def test_processes_that_bring_a_file_up_to_date_at_once(start, file):
    """Kills one of the processes while it migrates the file."""
    for attempt in range(4):
        file.unlink(missing_ok=True)
        former(file, {("publication", "", f"book {number}"): {"n": number} for number in range(300)})
        processes = [start(UPGRADES, file, name) for name in "abc"]
        for process in processes:
            assert process.stdout.readline() == "ready\n", process.stderr.read()
        for process in processes:
            process.stdin.write("\n")
            process.stdin.flush()
        time.sleep(attempt / 200)
        processes[0].kill()
        for process in processes[1:]:
            result(process)
        processes[0].communicate()
        with lectern.Store(file) as store:
            assert store.load(publication("b")) == store.load(publication("c")) == {"a": 1}
            assert len(store.scopes) in (302, 303) and store.load(publication("book 299")) == {"n": 299}
            assert store.warnings == []
        # An empty journal of a killed process is left to the next writer.
        assert [path.name for path in file.parent.iterdir() if path.stat().st_size] == [file.name]


WATCHES = """
with lectern.Store(file) as store:
    store.observe(None, lambda scope, preferences: print(json.dumps([scope, preferences]), flush=True))
    print("ready", flush=True)
    for line in sys.stdin:
        store.refresh()
        print("seen", flush=True)
"""


def test_what_another_process_saves_is_noticed(start, file):
    watcher = start(WATCHES, file)
    with lectern.Store(file) as store:
        assert watcher.stdout.readline() == "ready\n"
        store.save(GLOBAL, {"a": 1})
        watcher.stdin.write("look\n")
        watcher.stdin.flush()
        assert watcher.stdout.readline() == '[{"scope": "global"}, {"a": 1}]\n'
        assert watcher.stdout.readline() == "seen\n"
        watcher.stdin.write("look\n")
        watcher.stdin.flush()
        assert watcher.stdout.readline() == "seen\n"
    watcher.communicate()


# ------------------------------------------------------------------------------- No room, no permission

FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with lectern.Store(file) as store:
    size = os.path.getsize(file)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    for scope in (GLOBAL, publication("urn:book:0")):
        try:
            store.save(scope, {"text": "x" * 2_000_000})
            sys.exit("it was saved")
        except lectern.IoError as error:
            assert error.path == file, error.path
            assert "nothing was changed: free " in error.message, error.message
    assert store.load(GLOBAL) == {"theme": "dark"}
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    store.save(GLOBAL, {"a": 1})
    assert store.warnings == []
"""


def test_a_full_device(start, file):
    make(file)
    result(start(FULL, file))
    with lectern.Store(file) as store:
        assert store.load(GLOBAL) == {"a": 1} and len(store.scopes) == 41


READ_ONLY = """
with lectern.Store(file) as store:
    assert len(store.scopes) == 41 and store.load(GLOBAL) == {"theme": "dark"}
    for function in (lambda: store.save(GLOBAL, {"a": 1}), lambda: store.save(GLOBAL, None)):
        try:
            function()
            sys.exit("it was saved")
        except lectern.IoError as error:
            assert error.path == file
    assert store.load(GLOBAL) == {"theme": "dark"} and store.warnings == []
"""

CANNOT_OPEN = """
try:
    lectern.Store(file)
    sys.exit("it was opened")
except lectern.IoError as error:
    assert error.path == file and arguments[0] in error.message, error
"""


#: Drops the superuser's privileges, who can write anything, once everything is loaded.
AS_NOBODY = """
lectern.Store().close()
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
"""


@pytest.fixture
def nobody(start, tmp_path_factory):
    """Starts programs as a user who can only write files that everyone can."""
    base = tmp_path_factory.getbasetemp()
    private = [folder for folder in (base, *base.parents) if folder.stat().st_mode & 0o777 == 0o700]
    for folder in private:
        folder.chmod(0o755)
    yield lambda program, *arguments: start(AS_NOBODY + program, *arguments)
    for folder in private:
        folder.chmod(0o700)


def test_a_file_that_is_read_only(nobody, file):
    data = make(file)
    file.chmod(0o444)
    file.parent.chmod(0o777)
    result(nobody(READ_ONLY, file))
    assert file.read_bytes() == data


def test_a_damaged_file_that_is_read_only(nobody, file):
    file.write_bytes(torn(make(file)))
    file.chmod(0o444)
    file.parent.chmod(0o777)
    result(nobody(CANNOT_OPEN, file, "The file is damaged"))
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_damaged_record_of_a_file_that_is_read_only(nobody, file):
    make(file)
    sql(file, "UPDATE preferences SET json = '{}' WHERE id = 'urn:book:0'")
    file.chmod(0o444)
    file.parent.chmod(0o777)
    result(nobody(CANNOT_OPEN, file, "The file is damaged and cannot be repaired"))
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_folder_that_is_read_only(nobody, file):
    data = make(file)
    file.chmod(0o666)
    file.parent.chmod(0o555)
    result(nobody(READ_ONLY, file))
    result(nobody(CANNOT_OPEN, file.with_name("new.db"), "cannot be opened"))
    file.write_bytes(torn(data))
    result(nobody(CANNOT_OPEN, file, "quarantined"))
    file.parent.chmod(0o755)
    assert file.read_bytes() == torn(data)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_file_that_cannot_be_read(nobody, file):
    make(file)
    file.chmod(0)
    file.parent.chmod(0o755)
    result(nobody(CANNOT_OPEN, file, "cannot be opened"))


def test_a_store_lives_on_after_its_descriptors_ran_out(start, file):
    make(file)
    program = """
import resource
with lectern.Store(file) as store:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    kept = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (40, hard))
    try:
        while True:
            kept.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
    try:
        store.save(GLOBAL, {"a": 1})
        sys.exit("it was saved")
    except lectern.IoError as error:
        assert error.path == file
    assert store.load(GLOBAL) == {"theme": "dark"}
    for descriptor in kept:
        os.close(descriptor)
    store.save(GLOBAL, {"a": 1})
    assert store.load(GLOBAL) == {"a": 1}
"""
    result(start(program, file))
