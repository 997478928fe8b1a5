#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Counts the instructions of the main jobs with valgrind; the counts hardly vary from run to run.

    instructions.py BENCH LIBRARY FOLDER                   compares with the yardstick, and the last counts in
    history.tsv
    instructions.py BENCH LIBRARY FOLDER --record          also adds the counts to history.tsv
    instructions.py BENCH LIBRARY FOLDER --base LIBRARY    compares instructions and times of two libraries, alternately
"""
import argparse
import datetime
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

HISTORY = Path(__file__).with_name("history.tsv")
#: Numbers of repetitions: the difference between the two counts excludes one-time work.
FEW, MANY = 2, 5
ROUNDS = 5


def jobs():
    """The names in the job table of bench.c."""
    source = Path(__file__).with_name("bench.c").read_text(encoding="utf-8")
    table = source[source.index("} jobs[] = {"):].split("};")[0]
    return re.findall(r'^ +\{"([^"]+)".*?(NULL)?\},$', table, re.M)


def run(bench, library, folder, job, times, yardstick=False, under=()):
    command = [*under, str(bench), "--repeat", str(library), str(folder), job, str(times)] + ["yardstick"] * yardstick
    return subprocess.run(command, capture_output=True, text=True, check=True)


def instructions(*arguments, yardstick=False):
    def total(times):
        valgrind = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
        done = run(*arguments, times, yardstick, valgrind)
        return int(re.search(r"Collected : (\d+)", done.stderr)[1])

    return (total(MANY) - total(FEW)) / (MANY - FEW)


def milliseconds(*arguments):
    return [float(line) for line in run(*arguments, MANY).stdout.split()[1:]]


def million(count):
    return f"{count / 1e6:10.2f} M"


def recorded():
    """The last recorded count of each job."""
    rows = [line.split("\t") for line in HISTORY.read_text(encoding="utf-8").splitlines()[1:]]
    return {job: float(count) for _, _, job, count, _ in rows}


def beside_yardstick(bench, library, folder, record):
    before = recorded()
    print(f"{'':28} {'instructions':>12} {'yardstick':>12} {'ratio':>7} {'recorded':>12}")
    lines = []
    for job, without in jobs():
        ours = instructions(bench, library, folder, job)
        theirs = None if without else instructions(bench, library, folder, job, yardstick=True)
        ratio = f"{ours / theirs:.2f}" if theirs else "-"
        change = f"{million(before[job])} {100 * (ours / before[job] - 1):+6.1f} %" if job in before else ""
        print(f"{job:28} {million(ours)} {million(theirs) if theirs else '':>12} {ratio:>7} {change}", flush=True)
        lines.append(f"{job}\t{ours:.0f}\t{ratio}\n")
    if record:
        commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=True)
        start = f"{datetime.date.today()}\t{commit.stdout.strip()}\t"
        with HISTORY.open("a", encoding="utf-8") as history:
            history.writelines(start + line for line in lines)


def beside_base(bench, library, folder, base):
    print(f"{'':28} {'base':>12} {'now':>12} {'':>8} {'base':>12} {'now':>12}")
    for job, _ in jobs():
        counts = [instructions(bench, one, folder, job) for one in (base, library)]
        times = [[], []]
        for _ in range(ROUNDS):
            for number, one in enumerate((base, library)):
                times[number] += milliseconds(bench, one, folder, job)
        old, new = map(statistics.median, times)
        print(f"{job:28} {million(counts[0])} {million(counts[1])} {100 * (counts[1] / counts[0] - 1):+6.1f} %"
              f" {old:9.3f} ms {new:9.3f} ms {100 * (new / old - 1):+6.1f} %", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bench", type=Path)
    parser.add_argument("library", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--base", type=Path)
    given = parser.parse_args()
    if not shutil.which("valgrind"):
        print("instructions: not counted, as there is no valgrind")
    elif given.base:
        beside_base(given.bench, given.library, given.folder, given.base)
    else:
        beside_yardstick(given.bench, given.library, given.folder, given.record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
