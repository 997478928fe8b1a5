# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about EPUB documents: each is opened in a small book, and the manifest is compared with that of the
toolkit."""
import json
import re

from .common import Refused, Unhandled
from .tiny_epub import around, around_package, hrefs
from .toolkit import follow, member

A11Y_EXEMPTION = "http://www.idpf.org/epub/vocab/package/a11y/#exemption"
STRUCTURE = "http://idpf.org/epub/vocab/structure/#"

# Readium's relation for EPUB types for which Kotlin keeps the URI of the type.
KOTLIN_RELS = {"cover": STRUCTURE + "cover", "contents": STRUCTURE + "toc", "start": STRUCTURE + "bodymatter"}

# Presentation hints: members that Kotlin has and Swift has dropped.
HINTS = ("orientation", "overflow", "spread", "layout")


def opened(book):
    import lectern
    try:
        return lectern.Publication.open_bytes(book)
    except lectern.LecternError as error:
        raise Refused(str(error)) from error


def fixture(vector, folder):
    return (folder / vector["input"]["fixture"]).read_bytes()


def is_kotlin(vector):
    return vector["id"].startswith("kotlin/")


# Package documents

def package(vector, folder):
    """Kinds epub-metadata and epub-opf."""
    given = vector["input"]
    steps = given.get("then") or []
    if steps[:1] == [{"get": "version"}]:
        raise Unhandled("no function tells the version of EPUB")
    document = fixture(vector, folder)
    others = {}
    if "displayOptions" in given:
        others["META-INF/com.apple.ibooks.display-options.xml"] = (folder / given["displayOptions"]).read_bytes()
    with opened(around_package(document, given.get("at", "EPUB/content.opf"), others)) as publication:
        manifest = publication.manifest
    drop_default_types(manifest, document)
    spell(manifest, vector)
    if given["op"] == "epub-metadata":
        return follow(steps, manifest["metadata"])
    if steps == [{"get": "subcollections"}]:
        # Kotlin's tests compare the entries of the map.
        return [{role: links} for role, links in member(manifest, "subcollections").items()]
    return follow(steps, manifest if given["op"] == "opf-manifest" else {"manifest": manifest})


def whole_manifest(vector, folder):
    """Kind epub-manifest: the files of a container."""
    files = {path: (folder / name).read_bytes() for path, name in vector["input"]["files"].items()}
    at = next(path for path in files if path.endswith(".opf"))
    with opened(around_package(files[at], at, files)) as publication:
        manifest = publication.manifest
    spell(manifest, vector)
    steps = [step for step in vector["input"].get("then") or [] if step.get("call") != "parseManifest"]
    return follow(steps, manifest)


def drop_default_types(manifest, document):
    """Removes default media types: Lectern adds them because a manifest without types is invalid; the toolkits do
    not."""
    untyped = {href.split("/")[-1] for href in hrefs(document, lambda item: not item.get("media-type"))}
    for link in manifest["readingOrder"] + manifest.get("resources", []):
        if link["href"].split("/")[-1] in untyped:
            link.pop("type", None)


def spell(manifest, vector):
    """Converts a manifest to the dialect of the toolkit."""
    metadata = manifest["metadata"]
    manifest.pop("@context", None)
    manifest["links"] = [link for link in manifest["links"] if "~readium" not in link["href"]]
    # Readium's schema allows only one exemption, so all of them are in the other metadata.
    exemptions = metadata.pop(A11Y_EXEMPTION, None) or metadata.get("accessibility", {}).get("exemption")
    if exemptions:
        metadata["accessibility"]["exemption"] = exemptions if isinstance(exemptions, list) else [exemptions]
    if is_kotlin(vector):
        # Kotlin always has this member, among the other metadata.
        metadata.setdefault("presentation", {})
        for link in manifest.get("landmarks", []):
            link["rel"] = [KOTLIN_RELS.get(rel, rel) for rel in link.get("rel", [])]
        return
    metadata.pop("presentation", None)
    metadata.setdefault("readingProgression", "auto")
    for link in manifest["readingOrder"]:
        for hint in HINTS:
            link.get("properties", {}).pop(hint, None)


# Navigation

# The names of lists of the navigation document in the toolkits.
LISTS = {"tableOfContents": "toc", "listOfIllustrations": "loi", "listOfTables": "lot", "listOfAudiofiles": "loa",
         "listOfAudios": "loa", "listOfAudioClips": "loa", "listOfVideos": "lov", "listOfVideoClips": "lov",
         "page-list": "pageList"}


def navigation(vector, folder):
    """Kinds epub-nav and ncx."""
    given = vector["input"]
    path = given["at"].lstrip("/")
    if given["op"] == "nav":
        book = around({path: fixture(vector, folder)}, [("nav", path, "application/xhtml+xml", "nav")])
    else:
        book = around({path: fixture(vector, folder)}, [("ncx", path, "application/x-dtbncx+xml", "")], "2.0", toc="ncx")
    with opened(book) as publication:
        manifest = publication.manifest
    step = (given.get("then") or [{}])[0]
    name = step.get("index") or (step.get("args") or {}).get("for")
    if len(given.get("then") or []) != 1 or name is None:
        raise Unhandled("the vector asks for something else than a list")
    links = manifest.get(LISTS.get(name, name), None if "index" in step else [])
    for link in links or [] if is_kotlin(vector) and name == "landmarks" else []:
        link["rel"] = [KOTLIN_RELS.get(rel, rel) for rel in link.get("rel", [])]
    return rooted(links) if links and given["at"].startswith("/") else links


def rooted(links):
    return [link | {"href": link["href"] if link["href"].startswith("#") or ":" in link["href"] else "/" + link["href"]}
            | ({"children": rooted(link["children"])} if "children" in link else {}) for link in links]


# Media overlays

def overlay(vector, folder):
    """Kind smil: the guided navigation for a media overlay."""
    import lectern
    given = vector["input"]
    if given["op"] == "construct":
        at, content = given["args"]["at"], text_of(given["args"]["smilData"]).encode()
    else:
        at, content = given["at"], fixture(vector, folder)
    book = around({at: content}, [("overlay", at, "application/smil+xml", "")], overlay="overlay")
    with opened(book) as publication:
        try:
            document = json.loads(publication.get("/~readium/guided-navigation.json?ref=chapter.xhtml").read())
        except lectern.LecternError as error:
            if given["op"] == "construct":
                return None
            raise Refused(str(error)) from error
    return follow(given.get("then"), document)


def text_of(expression):
    """The first string in an expression that creates data from it."""
    if isinstance(expression, str) and "<" in expression:
        return expression
    if isinstance(expression, dict) and expression.get("type") == "String":
        return expression["value"]
    parts = expression.values() if isinstance(expression, dict) else expression if isinstance(expression, list) else []
    return next(filter(None, map(text_of, parts)), "")


# Encryption

def encryption(vector, folder):
    """Kind encryption: the member `encrypted` of each resource in the document."""
    document = fixture(vector, folder)
    paths = re.findall(r'CipherReference[^>]*\bURI="([^"]+)"', document.decode())
    items = [(f"item{place}", path, "application/xhtml+xml", "") for place, path in enumerate(paths)]
    book = around({"META-INF/encryption.xml": document} | {path: b"" for path in paths}, items)
    with opened(book) as publication:
        links = publication.manifest["resources"]
    found = {link["href"]: link["properties"]["encrypted"] for link in links if "encrypted" in link.get("properties", {})}
    return follow(vector["input"].get("then"), found)


ENCRYPTION = """<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="{}"/>
<enc:CipherData><enc:CipherReference URI="font"/></enc:CipherData></enc:EncryptedData></encryption>"""


def deobfuscation(vector, folder):
    """Kind deobfuscation: the bytes of a resource, in hexadecimal."""
    import lectern
    given = vector["input"]
    files = {"font": fixture(vector, folder)}
    if given.get("algorithm"):
        files["META-INF/encryption.xml"] = ENCRYPTION.format(given["algorithm"])
    book = around(files, [("font", "font", "font/woff", "")], identifier=given["publicationId"])
    span = given.get("range")
    with opened(book) as publication, publication.get("font") as resource:
        try:
            return (resource.read(span["start"], span["endExclusive"] - span["start"]) if span else resource.read()).hex()
        except lectern.ProtectedError:
            raise Unhandled("a publication hides what is encrypted; the vector asks for the bytes as they are") from None


HANDLERS = {
    "epub-metadata": package, "epub-opf": package, "epub-manifest": whole_manifest, "epub-nav": navigation,
    "ncx": navigation, "smil": overlay, "encryption": encryption, "deobfuscation": deobfuscation,
}
