# SPDX-License-Identifier: BSD-3-Clause
"""Runs `python -m lectern` like a user or a program."""
import json
import os
import pty
import re
import subprocess
import sys

ENVIRONMENT = {**os.environ, "PYTHONIOENCODING": "utf-8"}
COMMAND = [sys.executable, "-W", "error::ResourceWarning", "-m", "lectern"]


def lectern(*arguments, code=0, **more):
    """The output of a command that must exit with this code.  Standard error must be empty if the code is 0."""
    done = subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=60,
                          env={**ENVIRONMENT, **more.pop("env", {})}, **more)
    assert done.returncode == code, (done.returncode, done.stderr)
    assert "Traceback" not in done.stderr and (code or not done.stderr), done.stderr
    return done.stderr if code > 1 else done.stdout


def objects(*arguments, **more):
    """The lines of --json, parsed."""
    return [json.loads(line) for line in lectern(*arguments, "--json", **more).splitlines()]


def in_terminal(*arguments, columns=80, **variables):
    """The output of a command in a terminal, without the carriage returns that terminals add."""
    ours, theirs = pty.openpty()
    environment = {**ENVIRONMENT, "COLUMNS": str(columns), "TERM": "xterm-256color", **variables}
    environment.pop("NO_COLOR", None) if "NO_COLOR" not in variables else None
    process = subprocess.Popen([*COMMAND, *map(str, arguments)], stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL, env=environment)
    os.close(theirs)
    read = b""
    try:
        while chunk := os.read(ours, 65536):
            read += chunk
    except OSError:
        pass  # Linux reports that the other end is closed
    os.close(ours)
    assert process.wait(60) in (0, 1)
    return read.decode().replace("\r\n", "\n")


def without_colors(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
