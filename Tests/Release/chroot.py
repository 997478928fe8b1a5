# SPDX-License-Identifier: BSD-3-Clause
"""Minimal Debian systems in folders: programs there cannot see the files of this machine."""
import fcntl
import os
import shutil
import subprocess
from pathlib import Path

from support.tree import ROOT

#: Archives are created once; delete this folder to get newer packages.
KEPT = ROOT / "build/chroots"
#: Most tests need Python.
INCLUDED = "ca-certificates,python3,python3-venv"
PATH = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
#: The certificate authorities of this machine, for pip in the chroot.
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


def system(name, *options):
    """Returns the tar archive of a system, created by mmdebstrap on the first call."""
    archive = KEPT / f"{name}.tar"
    KEPT.mkdir(parents=True, exist_ok=True)
    with open(f"{archive}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not archive.exists():
            unfinished = KEPT / f"unfinished-{name}.tar"
            subprocess.run(["mmdebstrap", "--quiet", *options, release(), unfinished], check=True, timeout=590)
            unfinished.rename(archive)
    return archive


def release():
    """The release of Debian that this machine runs."""
    lines = Path("/etc/os-release").read_text().splitlines()
    return next(line.partition("=")[2] for line in lines if line.startswith("VERSION_CODENAME="))


class Chroot:
    def __init__(self, archive, name):
        self.root = KEPT / name
        self.remove()
        self.root.mkdir()
        subprocess.run(["tar", "-xpf", archive, "-C", self.root], check=True, timeout=120)
        for file in ("/etc/resolv.conf", CERTIFICATES):
            (self.root / file[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, self.root / file[1:])
        self.work = self.root / "srv"
        self.work.mkdir(exist_ok=True)

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)

    def bring(self, *files):
        """Copies files into the working directory of the commands."""
        for file in files:
            shutil.copy(file, self.work)

    def install(self, *packages):
        # The package lists in the archive may be outdated.
        self.run("apt-get", "-qq", "update")
        self.run("apt-get", "-qq", "install", "--yes", "--no-install-recommends", *packages, timeout=590)

    def start(self, *command, timeout=120, **variables):
        """Runs a command with its own /proc, and without the environment of this machine."""
        environment = {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
                       "PIP_CERT": CERTIFICATES, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **variables}
        return subprocess.run(["unshare", "--mount", "--pid", "--fork", f"--mount-proc={self.root}/proc", "chroot", self.root,
                               "/bin/sh", "-c", 'cd /srv && exec "$@"', "sh", *map(str, command)],
                              capture_output=True, text=True, timeout=timeout, env=environment)

    def run(self, *command, **options):
        done = self.start(*command, **options)
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout

    def exists(self, path):
        return os.path.lexists(self.root / path.lstrip("/"))
