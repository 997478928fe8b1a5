# SPDX-License-Identifier: BSD-3-Clause
"""Tests `lectern catalogue` with many books: `make scale`.

    catalogue.py --corpus FOLDER --hostile FOLDER --work FOLDER [--paths 100000] [--pace 10000]

Requires rich, distributed and pyarrow; beside.py requires ebooklib and pymupdf.
"""
import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as parquet

#: Files that take longer than this, in seconds, are only in the first run.
SLOW = 0.1
WORKERS = 2


def catalogue(*arguments):
    return [sys.executable, "-m", "lectern", "catalogue", "--json", *map(str, arguments)]


def run(*arguments):
    """Runs a catalogue to its end; returns its output, and the elapsed and processor time in seconds."""
    before, start = spent(), time.monotonic()
    done = subprocess.run(catalogue(*arguments), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), time.monotonic() - start, spent() - before


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def load():
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


def rows(file):
    """The rows by path; each path has one."""
    table = parquet.read_table(file).to_pylist()
    found = {row["path"]: row for row in table}
    assert len(found) == len(table), "a path has two rows"
    return found


def mixed(given):
    out = given.work / "mixed.parquet"
    done, wall, processors = run("--all", "--restart", "--seconds", 20, "-o", out, given.corpus, given.hostile)
    found = rows(out)
    files = {os.path.abspath(path) for folder in (given.corpus, given.hostile) for path in folder.rglob("*") if path.is_file()}
    assert set(found) == files, "a file has no row"
    statuses = {}
    for row in found.values():
        statuses[row["error_status"] or "none"] = statuses.get(row["error_status"] or "none", 0) + 1
    print(f"corpus and hostile: {len(files)} files, a row for each; {wall:.0f} s, {processors:.0f} s of processors; {load()}")
    print("  errors:", ", ".join(f"{status} {count}" for status, count in sorted(statuses.items())))
    return sorted(path for path, row in found.items() if row["seconds"] < SLOW)


def links(files, folder, count):
    """Creates this many links to the files, a thousand per folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for number in range(count):
        if number % 1000 == 0:
            parent = folder / f"{number // 1000:03}"
            parent.mkdir(parents=True)
        target = files[number % len(files)]
        (parent / f"{number:06}-{os.path.basename(target)}").symlink_to(target)


def killed(folder, out, count):
    """Kills a catalogue twice in the middle, and resumes it."""
    parts = out.with_name(out.name + ".parts")
    command = catalogue("--all", "--workers", WORKERS, "-o", out, folder)
    start, before = time.monotonic(), spent()
    for share in 1 / 3, 2 / 3:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while process.poll() is None and finished(parts) < share:
            time.sleep(0.2)
        assert process.poll() is None, "it was done before it was killed"
        process.send_signal(signal.SIGKILL)
        process.wait()
        print(f"  killed at {finished(parts):.0%} after {time.monotonic() - start:.0f} s; {load()}", flush=True)
    done, wall, _ = run("--all", "--workers", WORKERS, "-o", out, folder)
    found = rows(out)
    assert len(found) == count and set(found) == {str(path) for path in folder.rglob("*") if path.is_symlink()}
    assert not parts.exists() and done["resumed"] >= count // 2
    print(f"{count} paths, killed twice: a row for each, {done['errors']} with errors, {done['resumed']} from before the last kill; "
          f"{time.monotonic() - start:.0f} s in all, {spent() - before:.0f} s of processors")
    print(f"  resident memory of the largest process: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10} MB")
    return found


def finished(parts):
    try:
        plan = json.loads((parts / "plan.json").read_bytes())
    except FileNotFoundError:
        return 0
    return len(list(parts.glob("part-*.parquet"))) * plan["size"] / plan["count"]


def pace(folder, out):
    """Compares one worker with two, alternately, twice."""
    taken = {1: [], WORKERS: []}
    for _ in range(2):
        for workers in taken:
            _, wall, processors = run("--all", "--restart", "--workers", workers, "-o", out, folder)
            taken[workers].append(wall)
            print(f"  {workers} worker(s): {wall:.1f} s, {processors:.1f} s of processors; {load()}", flush=True)
    print(f"two workers are {min(taken[1]) / min(taken[WORKERS]):.2f} times as fast as one")


def main():
    parser = argparse.ArgumentParser()
    for name in "corpus", "hostile", "work":
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--paths", type=int, default=100_000)
    parser.add_argument("--pace", type=int, default=10_000, help="the paths with which one worker and two are compared")
    given = parser.parse_args()
    given.work = given.work.resolve()
    given.work.mkdir(parents=True, exist_ok=True)
    files = mixed(given)
    print(f"links to {len(files)} of the files, which take less than {SLOW} s each")
    links(files, given.work / "few", given.pace)
    pace(given.work / "few", given.work / "few.parquet")
    links(files, given.work / "many", given.paths)
    (given.work / "many.parquet").unlink(missing_ok=True)
    killed(given.work / "many", given.work / "many.parquet", given.paths)


if __name__ == "__main__":
    main()
