# SPDX-License-Identifier: BSD-3-Clause
"""A FictionBook document with everything that the format has, in small."""
import base64
import io
import zipfile

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

DESCRIPTION = """<title-info><genre>sf_fantasy</genre><genre>odd</genre>
<author><first-name>Anna</first-name><middle-name>B.</middle-name><last-name>Author</last-name></author><author><nickname>nick</nickname></author>
<book-title>The  Book
 &amp; more</book-title><annotation><p>First words.</p><p>More.</p></annotation><keywords>sea, ships</keywords>
<date value="1999-05-06">May 1999</date><coverpage><image l:href="#cover.png"/></coverpage><lang>rus</lang>
<translator><last-name>Trans</last-name></translator><sequence name="Row" number="2"/></title-info>
<document-info><id>doc-1</id></document-info>
<publish-info><publisher>House</publisher><year>2001</year><isbn>978-3-16-148410-0</isbn></publish-info>"""

BODY = """<body><title><p>The Book</p></title><epigraph><p>Words ahead.</p><text-author>Someone</text-author></epigraph>
<section id="one"><title><p>Chapter</p><empty-line/><p>One</p></title><epigraph><p>Inner.</p></epigraph>
<p id="p1">Plain <emphasis>slanted</emphasis>, <strong>bold</strong>, <strikethrough>gone</strikethrough>, H<sub>2</sub>O, x<sup>2</sup>, <code>if</code>,
 <style name="small">styled</style><a l:href="#n1" type="note">[1]</a> and <a l:href="#three">a link</a>, <a l:href="https://example.org/?a&amp;b">out</a>,
 <a l:href="javascript:x()">no</a>.</p><empty-line/><subtitle>* * *</subtitle><image l:href="#in.png" alt="A picture"/>
<poem><title><p>Verse</p></title><stanza><v>One line</v><v>Two lines</v></stanza><text-author>Poet</text-author><date>1900</date></poem>
<cite><p>Cited.</p><text-author>Who</text-author></cite>
<table><tr><th colspan="2" align="center">Head</th></tr><tr><td>1</td><td>2</td></tr></table></section>
<section><title><p>Part Two</p></title><section id="two"><title><p>Two A</p></title><p>Text a <image l:href="#in.png"/></p></section>
<section id="three"><p>Without a title.</p></section></section></body>
<body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>The note. <a l:href="#p1">Back</a></p></section>
<section id="n2"><p>Other note.</p></section></body>"""


def fb2(description=DESCRIPTION, body=BODY, encoding="utf-8", images=("cover.png", "in.png"), binaries=""):
    listed = "".join(f'<binary id="{name}" content-type="image/jpeg">\n{base64.b64encode(PNG).decode()}\n</binary>' for name in images)
    text = (f'<?xml version="1.0" encoding="{encoding}"?>\n<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" '
            f'xmlns:l="http://www.w3.org/1999/xlink"><description>{description}</description>{body}{listed}{binaries}</FictionBook>')
    return text.encode(encoding, "xmlcharrefreplace")


def fbz(data, name="book.fb2"):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return target.getvalue()
