# SPDX-License-Identifier: BSD-3-Clause
"""Firefox, usually headless, driven with WebDriver BiDi: the interface of engines.py, with Debian's firefox-esr."""
import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
#: Only the page may use the network: no updates, telemetry, lists, or captive portal checks.  Host names do not
#: resolve.
PREFERENCES = {
    "app.normandy.enabled": False, "app.update.enabled": False, "app.update.disabledForTesting": True,
    "browser.newtabpage.enabled": False, "browser.region.network.url": "", "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False, "browser.safebrowsing.phishing.enabled": False, "browser.search.update": False,
    "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0, "browser.topsites.contile.enabled": False,
    "datareporting.healthreport.uploadEnabled": False, "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.connection.enabled": False, "extensions.getAddons.cache.enabled": False, "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False, "media.gmp-manager.updateEnabled": False, "media.gmp-manager.url": "",
    "messaging-system.rsexperimentloader.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "network.proxy.type": 0, "nimbus.rollouts.enabled": False,
    "services.settings.server": "data:,", "toolkit.telemetry.server": "data:,", "toolkit.telemetry.unified": False,
    # Recordings play without a click, as in the other engines; any script may open windows, so that they are noticed.
    "media.autoplay.default": 0, "media.autoplay.blocking_policy": 0, "dom.disable_open_during_load": False,
    # A print dialog would block forever.
    "dom.disable_window_print": True, "print.enabled": False,
    # A book must not learn the addresses of this machine from WebRTC candidates, loopback included.
    "media.peerconnection.ice.loopback": True, "media.peerconnection.ice.obfuscate_host_addresses": False,
    "network.dns.disableIPv6": True, "network.trr.mode": 5,
}
BUTTONS = {"mouseMoved": [], "mousePressed": [{"type": "pointerDown", "button": 0}], "mouseReleased": [{"type": "pointerUp", "button": 0}]}
#: Events for requests of a page.
WATCHED = {"browsingContext.contextCreated": "window", "browsingContext.userPromptOpened": "dialog",
           "browsingContext.downloadWillBegin": "download"}


class Failure(RuntimeError):
    pass


class Browser:
    def __init__(self, environment=None, headless=True):
        from websockets.sync.client import connect
        self.home = tempfile.mkdtemp(prefix="lectern-firefox-")
        profile = Path(self.home, "profile")
        profile.mkdir()
        profile.joinpath("user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()))
        with open(Path(self.home, "log"), "w") as log:
            self.process = subprocess.Popen(
                [FIREFOX, *["--headless"] * headless, "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"],
                env={**os.environ, "HOME": self.home, **(environment or {})}, stdout=log, stderr=log)
        self.number, self.windows = 0, {}
        self.connection = connect(self._address() + "/session", max_size=None, compression=None)
        self.socket = self.connection.__enter__()
        self.call("session.new", capabilities={"alwaysMatch": {"unhandledPromptBehavior": {"default": "ignore"}}})
        self.call("session.subscribe", events=["log.entryAdded", *WATCHED])

    def _address(self):
        end = time.monotonic() + 60
        while not (found := re.search(r"listening on (ws://\S+)", Path(self.home, "log").read_text())):
            if time.monotonic() > end or self.process.poll() is not None:
                raise Failure("Firefox does not start")
            time.sleep(0.05)
        return found[1]

    def call(self, method, seconds=60, **parameters):
        number, end = self._send(method, parameters), time.monotonic() + seconds
        while True:
            answer = json.loads(self.socket.recv(timeout=max(0, end - time.monotonic())))
            if answer["type"] == "event":
                self._hear(answer["method"], answer["params"])
            elif answer["id"] == number:
                if answer["type"] == "error":
                    raise Failure(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]

    def _send(self, method, parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        return self.number

    def _hear(self, name, event):
        source = event.get("source") or event
        window = self.windows.get(event.get("parent") or source.get("context")) or next(
            (one for one in self.windows.values() if one.user == event.get("userContext")), None)
        if not window:
            return
        if name == "browsingContext.contextCreated":
            if event["parent"] or event["context"] == window.id:
                self.windows[event["context"]] = window  # a frame
                return
            # Behind another window, the page would be suspended.
            self._send("browsingContext.close", {"context": event["context"]})
        if name == "browsingContext.userPromptOpened":
            self._send("browsingContext.handleUserPrompt", {"context": event["context"], "accept": False})
        if name in WATCHED:
            window.events.append(f"{WATCHED[name]} {event.get('url') or event.get('message')}")
        # Script errors have a stack; blocked and missing resources are also logged there.
        if name == "log.entryAdded" and event["type"] == "javascript" and event["level"] == "error" and event.get("stackTrace", {}).get("callFrames"):
            for listener in window.listeners:
                listener(event["text"])

    def new_context(self, viewport, device_scale_factor=1):
        return Window(self, viewport, device_scale_factor)

    def new_page(self):
        return self.new_context({"width": 1280, "height": 720})

    def close(self):
        self.connection.__exit__(None, None, None)
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


class Window:
    """A tab with separate cookies and storage, and its page."""

    def __init__(self, browser, viewport, ratio):
        self.browser, self.ratio, self.listeners, self.events = browser, ratio, [], []
        self.user, self.id = browser.call("browser.createUserContext")["userContext"], None
        self.id = browser.call("browsingContext.create", type="tab", userContext=self.user)["context"]
        browser.windows[self.id] = self
        self.set_viewport_size(viewport)

    def call(self, method, **parameters):
        return self.browser.call(method, context=self.id, **parameters)

    def new_page(self):
        return self

    def add_init_script(self, script):
        self.browser.call("script.addPreloadScript", functionDeclaration=f"() => {{ {script}\n }}", contexts=[self.id])

    def on(self, event, listener):
        assert event == "pageerror"
        self.listeners.append(listener)

    def goto(self, url, wait_until="load"):
        self.call("browsingContext.navigate", url=url, wait={"load": "complete", "commit": "none"}[wait_until])

    def set_content(self, html):
        self.goto("data:text/html;charset=utf-8," + quote(html))

    def evaluate(self, script, argument=None):
        found = self.browser.call("script.callFunction", awaitPromise=True, target={"context": self.id}, functionDeclaration=(
            "async () => { const value = (%s\n);\nreturn JSON.stringify(await (typeof value === 'function' ? value(%s) : value)) }"
            % (script, json.dumps(argument))))
        if found["type"] == "exception":
            raise Failure(found["exceptionDetails"]["text"])
        return json.loads(found["result"].get("value", "null"))

    def wait_for_timeout(self, milliseconds):
        time.sleep(milliseconds / 1000)

    def set_viewport_size(self, size):
        self.call("browsingContext.setViewport", viewport=size, devicePixelRatio=self.ratio)

    def mouse(self, kind, x, y, pressed):
        actions = [{"type": "pointerMove", "x": round(x), "y": round(y)}, *BUTTONS[kind]]
        self.call("input.performActions", actions=[{"type": "pointer", "id": "mouse", "actions": actions}])

    def held(self):
        """No objects besides those that held.js counts."""
        return {}

    def screenshot(self, path):
        Path(path).write_bytes(base64.b64decode(self.call("browsingContext.captureScreenshot")["data"]))

    def close(self):
        self.evaluate("null")  # flushes pending events
        self.call("browsingContext.close")
        self.browser.windows = {id: one for id, one in self.browser.windows.items() if one is not self}
        self.browser.call("browser.removeUserContext", userContext=self.user)
