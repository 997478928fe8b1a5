# SPDX-License-Identifier: BSD-3-Clause
"""Drives a headless Chromium with the DevTools protocol over a pipe: enough to open a page and take its picture."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

#: In order of preference.  The headless shell has no browser window, which takes several times the work of a page.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
ARGUMENTS = ["--headless=new", "--remote-debugging-pipe", "--hide-scrollbars", "--mute-audio", "--no-first-run", "--disable-gpu",
             "--disable-dev-shm-usage", "--disable-background-networking", "--no-proxy-server",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]


class Chromium:
    def __init__(self, locale="en"):
        self.profile = tempfile.mkdtemp(prefix="lectern-chromium-")
        theirs_in, self.input = os.pipe()
        self.output, theirs_out = os.pipe()
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        # The browser talks on descriptors 3 and 4.
        shell = 'exec "$@" 3<&0 4>&1 < /dev/null > /dev/null'
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", shell, "sh", CHROMIUM, *ARGUMENTS, *root, f"--lang={locale}", f"--user-data-dir={self.profile}"],
            stdin=theirs_in, stdout=theirs_out, stderr=subprocess.DEVNULL,
            env={**os.environ, "LANGUAGE": locale})
        os.close(theirs_in)
        os.close(theirs_out)
        self.buffer, self.number = b"", 0
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.input)
        os.close(self.output)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, parameters=None, timeout=30):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if not method.startswith("Target."):
            message["sessionId"] = self.session
        os.write(self.input, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + timeout
        while True:
            answer = self._read(until)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def _read(self, until):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.output], [], [], max(0, until - time.monotonic()))
            data = os.read(self.output, 1 << 16) if ready else b""
            if not data:
                raise TimeoutError("Chromium does not answer.")
            self.buffer += data
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    # -- Page

    def size(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})

    def open(self, url):
        self.call("Page.navigate", {"url": url})

    def evaluate(self, script):
        """Evaluates an expression, and awaits a promise."""
        answer = self.call("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True})
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description") or script)
        return answer["result"].get("value")

    def wait(self, condition, timeout=20):
        """Waits until an expression is true.  Returns whether it became true in time."""
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            try:
                if self.evaluate(f"Boolean({condition})"):
                    return True
            except RuntimeError:
                pass  # between two pages
            time.sleep(0.05)
        return False

    def picture(self, path):
        data = self.call("Page.captureScreenshot", {"format": "png"})["data"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(data))
