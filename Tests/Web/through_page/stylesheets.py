# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about style sheets: the browser's view of the prepared document."""
from Conformance.through_c import stylesheets

# Addresses as resolved by the browser, relative to the page; properties as applied.
FACTS = r"""() => {
    const {document, root} = lectern.shell.current(), base = lectern.shell.base;
    const attributes = (element) => Object.fromEntries([...element.attributes].map(({name, value}) => [name,
        name === "href" ? element.href.replace(base, "") : value]));
    return {
        html: attributes(root), body: attributes(document.body),
        head: [...document.head.children].map((element) => ({name: element.localName, attributes: attributes(element),
            text: element.textContent})),
        properties: Object.fromEntries([...root.style].filter((name) => /^--(USER|RS)__|^font-weight$/.test(name))
            .map((name) => [name, getComputedStyle(root).getPropertyValue(name).trim()])),
    }; }"""


def handler(book_of, answer):
    def asked(vector, pages):
        book = book_of(vector["input"])
        reader = pages.open(book.manifest, book.files, book.all_options)
        return answer(vector["input"], reader.evaluate(FACTS))
    return asked


HANDLERS = {kind: handler(*question) for kind, question in stylesheets.QUESTIONS.items()}
