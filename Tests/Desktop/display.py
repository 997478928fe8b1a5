# SPDX-License-Identifier: BSD-3-Clause
"""A virtual display for programs with windows, with keyboard and mouse input."""
import os
import subprocess
import tempfile

SURROUNDINGS = {
    "QTWEBENGINE_CHROMIUM_FLAGS": "--disable-gpu", "LIBGL_ALWAYS_SOFTWARE": "1", "QT_QPA_PLATFORM": "xcb",
    "GSK_RENDERER": "cairo", "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none",
}
if os.getuid() == 0:  # Neither engine has a sandbox for root.
    SURROUNDINGS |= {"QTWEBENGINE_DISABLE_SANDBOX": "1", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}


class Desktop:
    """A separate display without window decorations."""

    def __init__(self, width, height):
        self.size = f"{width}x{height}x24"

    def __enter__(self):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", self.size, "-nolisten", "tcp", "-noreset"], pass_fds=[writing],
            stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        self.home = tempfile.TemporaryDirectory()
        self.environment = {**os.environ, **SURROUNDINGS, "DISPLAY": ":" + number, "HOME": self.home.name,
                            "XDG_RUNTIME_DIR": self.home.name, "XDG_DATA_HOME": self.home.name + "/data"}
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait(10)
        self.home.cleanup()

    def run(self, *arguments):
        subprocess.run([str(argument) for argument in arguments], env=self.environment, check=True, timeout=60)

    def click(self, point):
        self.run("xdotool", "mousemove", *point, "sleep", 0.2, "click", 1)

    def drag(self, start, end):
        self.run("xdotool", "mousemove", *start, "mousedown", 1, "sleep", 0.2, "mousemove", *end, "sleep", 0.2,
                 "mousemove", end[0] + 2, end[1], "sleep", 0.2, "mouseup", 1)

    def key(self, *names):
        self.run("xdotool", "key", "--delay", 60, *names)

    def picture(self, path, width=None, height=None):
        """A screenshot of the display, or of its upper left corner."""
        self.run("import", "-window", "root", *(["-crop", f"{width}x{height}+0+0", "+repage"] if width else []), path)
