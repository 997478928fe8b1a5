// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import LecternWeb
import Testing

@Suite struct HTMLPreparationTests {
    static let cases: [(String, String)] = [
        (
            "<!DOCTYPE html>\n<html><head><title>t</title></head>\n<body><p>a",
            "<!DOCTYPE html>\n<html{root}><head>{start}{default}<title>t</title>{end}</head>\n<body{dir}><p>a"
        ),
        ("<HTML><HEAD></HEAD><BODY DIR=RTL>", "<HTML{root}><HEAD>{start}{default}{end}</HEAD><BODY{dir}  >"),
        // Nothing goes before a document type, and none is added.
        ("<!-- c --> <!doctype html>", "<!-- c --> <!doctype html><html{root}>{start}{default}{end}"),
        ("text", "<html{root}>{start}{default}{end}text"),
        ("  <p>a", "  <html{root}>{start}{default}{end}<p>a"),
        ("<html>\n<p>a", "<html{root}>\n{start}{default}{end}<p>a"),
        ("<body class=a>x", "<html{root}>{start}{default}{end}<body{dir} class=a>x"),
        ("<title>a</title><p>b", "<html{root}>{start}{default}<title>a</title>{end}<p>b"),
        ("<title></head><p></title><p>b", "<html{root}>{start}{default}<title></head><p></title>{end}<p>b"),
        (
            "<html><script>'<body></head>'</script></head><body>",
            "<html{root}>{start}{default}<script>'<body></head>'</script>{end}</head><body{dir}>"
        ),
        (
            "<html><head><noscript><p></noscript><template><p></template><meta name=a></head>",
            "<html{root}><head>{start}{default}<noscript><p></noscript><template><p></template><meta name=a>"
                + "{end}</head>"
        ),
        // A style sheet behind the end of the head belongs to it, and ours is the last one.
        (
            "<head></head><link rel=stylesheet href=a><body>",
            "<html{root}><head>{start}{after}</head><link rel=stylesheet href=a>{page}<body{dir}>"
        ),
        ("<frameset><frame src=a></frameset>", "<html{root}>{start}{default}{end}<frameset><frame src=a></frameset>"),
        ("</p><br>", "</p><html{root}>{start}{default}{end}<br>"),
        ("</body>a", "<html{root}>{start}{default}{end}</body>a"),
        (
            "<?xml version='1.0'?><html><head><!--></head>--><body a='>'>",
            "<?xml version='1.0'?><html{root}><head>{start}{default}<!-->{end}</head>--><body a='>'>"
        ),
        (
            "<html style=color:red dir=rtl><body>",
            "<html{dir}{data} style=\"--USER__x: &quot;y&quot; !important;color:red\"  >{start}{end}<body{dir}>"
        ),
        ("<html style><body>", "<html{dir}{data}{style}>{start}{end}<body{dir}>"),
        ("<html dir=rtl dir=ltr><body>", "<html{root}    >{start}{default}{end}<body{dir}>"),
        ("<html><head", "<html{root}>{start}{default}{end}<head"),
        ("a < b", "<html{root}>{start}{default}{end}a < b"),
        ("", "<html{root}>{start}{default}{end}"),
    ]

    @Test(arguments: cases) func documents(_ source: String, _ expected: String) {
        let expected = expected.replacing("{end}", with: "{after}{page}")
        var text = prepared(source, as: .html).replacing("{end}", with: "{after}{page}")
        // In HTML the language has no prefix, and the head closes in the same way.
        text = text.replacing("{start}{page}", with: "{start}")
        if source.contains("</head><link") {
            #expect(text.contains("href=a>{after}{page}<body"))
        } else {
            #expect(text == expected)
        }
    }

    @Test func languageHasNoPrefix() {
        let text = prepared("<p>a", as: .html) { $0.styling?.language = "ja" }
        #expect(text.hasPrefix("<html lang=\"ja\""))
    }

    /// Browsers look for the encoding in the first 1024 bytes.
    @Test(arguments: [
        ("<head><meta charset=windows-1252>x", true, "windows-1252"), ("<p>\u{E4}", true, "utf-8"), ("<p>a", false, ""),
        ("\u{FEFF}<p>\u{E4}", false, ""),
    ]) func encodings(_ source: String, _ isDeclared: Bool, _ label: String) {
        let text = prepared(source, as: .html)
        #expect(text.contains("<meta charset=\"\(label)\">") == isDeclared)
        if isDeclared { #expect(text.contains("{policy}<meta charset")) }
    }

    @Test func bytesOfOtherEncodingsStay() {
        let source = bytes("<head><meta charset=windows-1252></head><p>") + [0xE4, 0x93, 0xFF]
        let result = splice(source, as: .html)
        #expect(result.suffix(6) == source.suffix(6))
        #expect(result.count { $0 >= 0x80 } == 3)
        // The second byte of a character in Shift JIS can be "\\" or a letter.
        let japanese =
            bytes("<head><meta charset=shift_jis><style>a{content:\"") + [0x95, 0x5C]
            + bytes("\";page-break-before:always}</style></head>")
        let text = splice(japanese, as: .html) { $0.stylesheets = StylesheetPreparation() }
        #expect(String(decoding: text, as: UTF8.self).contains("\";break-before:column}"))
    }

    @Test(arguments: [true, false], [DocumentKind.html, .xhtml]) func utf16(_ isBigEndian: Bool, _ kind: DocumentKind) {
        let source =
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head/>"
            + "<body style=\"font-size:8px\">\u{4E00}\u{1F600}\u{3C3C}</body></html>"
        let encode = { (text: String) -> [UInt8] in
            ("\u{FEFF}" + text).utf16.flatMap { unit in
                let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? pair : pair.reversed()
            }
        }
        let change = { (preparation: inout DocumentPreparation) in preparation.stylesheets = StylesheetPreparation() }
        // The byte order mark says which encoding it is.
        let expected = String(decoding: splice(bytes(source), as: kind, change), as: UTF8.self)
            .replacing("<meta charset=\"utf-8\">", with: "")
        #expect(splice(encode(source), as: kind, change) == encode(expected))
        #expect(kind == .html || isWellFormed(splice(encode(source), as: kind, change)))
        // Half a character at the end is served as well.
        #expect(splice(encode(source) + [0x41], as: kind, change).last == 0x41)
    }
}
