# SPDX-License-Identifier: BSD-3-Clause
"""Opens every file of a collection of damaged and malicious ones in child processes, in three ways or some of them.

The collection is a folder with INDEX.tsv (path, expectation, also_acceptable, group, what, must_hold).  The run fails
on a crash, a hang, excessive memory, a violated rule, or an outcome that the index does not accept.
"""
import argparse
import csv
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import lectern
from support import isolation

from .examination import examine, examine_argument

MEGABYTES = 512
ADDRESS_SPACE = 4 << 30          # so that a mistake here cannot bring the machine down
WALL_SECONDS = 30
WAYS = ("file", "bytes", "stream")

#: The classes of rejections in the index, by status.
REFUSALS = {
    "LECTERN_ERROR_FORMAT": {"archive", "container", "package", "format", "manifest", "pdf"},
    "LECTERN_ERROR_UNSUPPORTED": {"unsupported", "archive", "format", "manifest", "pdf"},
    "LECTERN_ERROR_IO": {"io"}, "LECTERN_ERROR_NOT_FOUND": {"io"},
    "LECTERN_ERROR_LIMIT": {"limit"}, "LECTERN_ERROR_PROTECTED": {"protected"},
}


#: Files that the index rejects, and that may open with a warning here: the only package document of the archive is used if the
#: container does not lead to one, and without a spine, the documents of the manifest are the reading order.
REPAIRED = re.compile(r"xml/broken/(container-.*|opf-no-spine)\.epub")


def rows(folder):
    with open(folder / "INDEX.tsv", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def make_special_files(folder, target):
    """Creates pipes, devices and links with a script, because they cannot be distributed."""
    script = folder / "special" / "special_files.sh"
    if script.exists():
        subprocess.run(["sh", script, target], check=True, timeout=60)


def is_accepted(row, outcome):
    """Whether the index accepts the outcome.  Formats other than EPUB may be rejected with any error."""
    accepted = {row["expectation"], *row["also_acceptable"].split()}
    if outcome == "opens-with-warnings" and REPAIRED.fullmatch(row["path"]):
        return True
    if outcome.startswith("opens"):
        return bool(accepted & {"opens", "opens-with-warnings"})
    classes = {one.removeprefix("error:") for one in accepted if one.startswith("error:")}
    known = REFUSALS.get(outcome, set())
    return bool(known & classes) or (not row["path"].endswith(".epub") and bool(known))


def examine_row(row, folder, special, ways):
    """(outcome, complaints, peak memory in bytes, seconds)"""
    is_special = row["path"].startswith("(")
    path = str(special / row["path"].split(") ")[1]) if is_special else str(folder / row["path"])
    if row["path"].startswith("json/api/"):
        outcome = isolation.run(examine_argument, path, seconds=WALL_SECONDS, address_space=ADDRESS_SPACE)
        return verdict({"argument": outcome}, row, check_outcome=False)
    if is_special or Path(path).is_dir():
        ways = WAYS[:1]
    outcomes = {way: isolation.run(examine, path, way, row["must_hold"], seconds=WALL_SECONDS, address_space=ADDRESS_SPACE)
                for way in ways}
    return verdict(outcomes, row)


def verdict(outcomes, row, check_outcome=True):
    complaints, found = [], {}
    for way, outcome in outcomes.items():
        if outcome.died:
            complaints.append(f"{way}: {outcome.died}")
            continue
        found[way] = outcome.value
        complaints += outcome.value.broken
        if outcome.peak > MEGABYTES << 20:
            complaints.append(f"{way}: {outcome.peak >> 20} MB of memory")
    if len({(one.outcome, one.manifest_text) for one in found.values()}) > 1:
        complaints.append("the answer depends on the way of opening: " + ", ".join(f"{way} {one.outcome}" for way, one in found.items()))
    first = next(iter(found.values()), None)
    if check_outcome and first and not is_accepted(row, first.outcome):
        complaints.append(f"{first.outcome}, not {row['expectation']}" + (f" or {row['also_acceptable']}" if row["also_acceptable"] else ""))
    return (first.outcome if first else "died", complaints, max(outcome.peak for outcome in outcomes.values()),
            max((one.seconds for one in found.values()), default=0.0))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hostile", type=Path, required=True)
    parser.add_argument("--only", default="", help="only files whose path contains this")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth file")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS, help="how a file is opened (default: all three)")
    options = parser.parse_args()
    if not (options.hostile / "INDEX.tsv").exists():
        sys.exit(f"there are no hostile files at {options.hostile}")
    lectern.load()
    failed, outcomes, heaviest, slowest = 0, Counter(), (0, ""), (0.0, "")
    with tempfile.TemporaryDirectory() as special:
        make_special_files(options.hostile, special)
        chosen = [row for row in rows(options.hostile) if options.only in row["path"]]
        for row in chosen[::options.every]:
            outcome, complaints, peak, seconds = examine_row(row, options.hostile, Path(special), options.ways)
            outcomes[outcome] += 1
            heaviest, slowest = max(heaviest, (peak, row["path"])), max(slowest, (seconds, row["path"]))
            failed += bool(complaints)
            for complaint in complaints:
                print(f"{row['path']}: {complaint}   [{row['what']}]")
    print(f"\n{sum(outcomes.values())} files: " + ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common()))
    print(f"most memory {heaviest[0] >> 20} MB ({heaviest[1]}); longest call {slowest[0]:.2f} s ({slowest[1]})")
    print(f"{failed} files with complaints")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
