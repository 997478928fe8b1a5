# SPDX-License-Identifier: BSD-3-Clause
"""Services that decrypt resources, and the warning about encrypted ones."""
import zipfile

import pytest

import lectern

from .test_services import Words, first, opened

ALGORITHM = "https://example.org/turned-around"
ENCRYPTION = """<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
<enc:EncryptedData><enc:EncryptionMethod Algorithm="{algorithm}"/>
<enc:CipherData><enc:CipherReference URI="{path}"/></enc:CipherData></enc:EncryptedData></encryption>"""


@pytest.fixture
def encrypted(packed, tmp_path):
    """The sample book with its first chapter encrypted, and the original chapter."""
    book = packed("sample")
    with lectern.Publication.open(book) as plain:
        path = first(plain)
        clear = plain.get(path).read()
    target = tmp_path / "encrypted.epub"
    with zipfile.ZipFile(book) as source, zipfile.ZipFile(target, "w") as archive:
        for entry in source.infolist():
            content = source.read(entry)
            archive.writestr(entry, content[::-1] if entry.filename == path else content)
        archive.writestr("META-INF/encryption.xml", ENCRYPTION.format(algorithm=ALGORITHM, path=path))
    return target, path, clear


class Decryption(lectern.Service):
    """Reverses the bytes again."""
    name = "org.example.decryption"

    def get(self, href):
        with self.publication.get_builtin(href) as stored:
            if stored.link.get("properties", {}).get("encrypted", {}).get("algorithm") == ALGORITHM:
                return lectern.Resource.of(stored.link, stored.read()[::-1])


def test_what_is_encrypted_stays_closed_without_a_service(encrypted):
    path, href, _ = encrypted
    with lectern.Publication.open(path) as publication:
        assert publication.info["protection"] == {"scheme": ALGORITHM, "name": ALGORITHM}
        with publication.get(href) as resource, pytest.raises(lectern.ProtectedError) as raised:
            resource.read()
        assert raised.value.path == f"encrypted.epub > {href}"


def test_a_service_decrypts(encrypted):
    path, href, clear = encrypted
    with opened(path, Decryption) as publication:
        assert publication.get(href).read() == clear
        for link in publication.manifest["readingOrder"][1:]:
            assert publication.get(link["href"]).read(), "what is not encrypted is left alone"


class Closed(Decryption):
    """Has no key."""

    def get(self, href):
        return None


@pytest.mark.parametrize("service, is_warned", [(None, True), (Decryption, False), (Closed, True), (Words, True)])
def test_a_warning_says_what_cannot_be_read(encrypted, service, is_warned):
    entries = []
    context = lectern.Context(logger=entries.append)
    if service:
        context.add_service(service)
    with lectern.Publication.open(encrypted[0], context=context) as publication:
        for said in entries, publication.warnings:
            assert sum("cannot be read" in one["message"] for one in said) == is_warned
