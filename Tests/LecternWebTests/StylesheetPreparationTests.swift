// SPDX-License-Identifier: BSD-3-Clause

import LecternWeb
import Testing

@Suite struct StylesheetPreparationTests {
    private func rewritten(_ css: String, rewritesFontSizes: Bool = true) -> String {
        var preparation = StylesheetPreparation()
        preparation.rewritesFontSizes = rewritesFontSizes
        return bytes(css).withUnsafeBytes {
            String(decoding: preparation.prepare($0).bytes(of: $0), as: UTF8.self)
        }
    }

    /// Declarations of one rule.
    static let cases: [(String, String)] = [
        ("page-break-before: always", "break-before: column"),
        ("PAGE-BREAK-AFTER:LEFT !important", "BREAK-AFTER:column !important"),
        ("break-before: recto;break-after:verso", "break-before: column;break-after:column"),
        ("break-before: page", "break-before: column"), ("break-inside: avoid-page", "break-inside: avoid-column"),
        ("page-break-inside: avoid", "page-break-inside: avoid"),
        ("page-break-before: auto", "page-break-before: auto"),
        ("break-before:/* page */ page /* x */", "break-before:/* page */ column /* x */"),
        ("-epub-hyphens: auto; -epub-writing-mode:vertical-rl", "hyphens: auto; writing-mode:vertical-rl"),
        ("-epub-text-combine: horizontal", "text-combine-upright: all"),
        ("-epub-text-orientation: vertical-right", "text-orientation: mixed"),
        ("-epub-unknown: x", "-epub-unknown: x"),
        ("font-size: 12px", "font-size: 0.75rem"), ("font-size:12pt!important", "font-size:1rem!important"),
        ("font-size: .5in", "font-size: 3rem"), ("font-size: 1.2E", "font-size: 1.2E"),
        ("font-size: 10.66667pt", "font-size: 0.88889rem"),
        ("font-size: Medium", "font-size: 1rem"), ("font-size: larger", "font-size: larger"),
        ("font-size: 120%", "font-size: 120%"),
        ("font-size: 0", "font-size: 0"), ("font-size: calc(1px + 2em)", "font-size: calc(1px + 2em)"),
        ("font-size: var(--a)", "font-size: var(--a)"), ("font-size: -1px", "font-size: -1px"),
        ("font-size: 1e9px", "font-size: 1e9px"),
        ("font: italic bold 700 16px/24px \"12px\", serif", "font: italic bold 700 1rem/1.5rem \"12px\", serif"),
        ("font: x-small/1.2 a", "font: 0.625rem/1.2 a"), ("font: caption", "font: caption"),
        ("font: 1em 12px", "font: 1em 12px"),
        ("line-height: 24px", "line-height: 1.5rem"), ("line-height: 1.5", "line-height: 1.5"),
        // What only looks like a declaration.
        ("content: \"; font-size: 12px\"", "content: \"; font-size: 12px\""),
        ("content: 'a\\'; font-size: 12px'", "content: 'a\\'; font-size: 12px'"),
        ("background: url(data:x;font-size:12px)", "background: url(data:x;font-size:12px)"),
        ("/* font-size: 12px */", "/* font-size: 12px */"),
        ("background: URL( 'a;font-size:12px')", "background: URL( 'a;font-size:12px')"),
        ("x: a\\;font-size:12px", "x: a\\;font-size:12px"),
        ("x: (a; font-size: 12px)", "x: (a; font-size: 12px)"), ("--font-size: 12px", "--font-size: 12px"),
        ("font-size\\: 12px", "font-size\\: 12px"),
        ("color: red; font-size: 8px; x", "color: red; font-size: 0.5rem; x"),
        ("content: \"a\nfont-size:1px; font-size:8px", "content: \"a\nfont-size:1px; font-size:0.5rem"),
    ]

    @Test(arguments: cases) func declarations(_ css: String, _ expected: String) {
        #expect(rewritten("p{\(css)}") == "p{\(expected)}")
        let document =
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head/>"
            + "<body style='\(css.replacing("'", with: "\""))'/></html>"
        let attribute = prepared(document, as: .xhtml) { $0.stylesheets = StylesheetPreparation() }
        #expect(attribute.contains("style='\(expected.replacing("'", with: "\""))'"))
    }

    @Test(arguments: [
        (
            "@import url(a;b.css);@media print{a:hover{font-size:8px}}",
            "@import url(a;b.css);@media print{a:hover{font-size:0.5rem}}"
        ),
        ("font-size:8px;p{font-size:8px}", "font-size:8px;p{font-size:0.5rem}"),
        ("<!-- p{font-size:8px} --> q{font-size:8px}", "<!-- p{font-size:0.5rem} --> q{font-size:0.5rem}"),
        ("<![CDATA[p{font-size:8px}]]>", "<![CDATA[p{font-size:0.5rem}]]>"),
        ("p{a:b}font:hover{font-size:8px}", "p{a:b}font:hover{font-size:0.5rem}"),
        ("p{font-size:8px", "p{font-size:0.5rem"),
        ("p{font-size:8px}}} q{font-size:8px}", "p{font-size:0.5rem}}} q{font-size:0.5rem}"),
        ("/* never", "/* never"), ("p{x:\"", "p{x:\""), ("p{x:url(", "p{x:url("), ("p{\\", "p{\\"),
        ("p{font-size:", "p{font-size:"), ("", ""),
        // Lengths in drawings are units of the drawing.
        ("svg text, p{font-size:8px}p{font-size:8px}", "svg text, p{font-size:8px}p{font-size:0.5rem}"),
        // The size of the root becomes that of the body; a root to calculate with stays.
        ("html, body{font-size:8px}", "html, body{--lectern-font-size:0.5rem}"),
        ("html{font-size:1px !important}", "html{--lectern-font-size:1rem !important}"),
        (
            "html{font-size:1px}p{margin:16rem}",
            "html{--lectern-root:0.0625;--lectern-font-size:16rem;font-size:1px}p{margin:16rem}"
        ),
        ("html{font-size:100%}p{font-size:8px}", "html{font-size:100%}p{font-size:0.5rem}"),
        (
            ":root{font-size:62.5%}p{font-size:8px;break-before:page}",
            ":root{--lectern-root:0.625;font-size:62.5%}p{font-size:0.8rem;break-before:column}"
        ),
        (
            "p{font-size:8px}html{font-size:10px}q{margin:2rem}",
            "p{font-size:0.8rem}html{--lectern-root:0.625;font-size:10px}q{margin:2rem}"
        ),
        ("html{font:8px/1 serif}p{font-size:8px}", "html{--lectern-root:0.5;font:8px/1 serif}p{font-size:1rem}"),
    ]) func sheets(_ css: String, _ expected: String) {
        #expect(rewritten(css) == expected)
    }

    @Test func lengthsCanStay() {
        #expect(
            rewritten("p{font-size:8px;break-before:page}", rewritesFontSizes: false)
                == "p{font-size:8px;break-before:column}")
    }

    @Test func stylesOfDocuments() {
        let source =
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><style>p{font-size:8px}</style>"
            + "<style type='text/x'>p{font-size:8px}</style></head>"
            + "<body><svg><style>p{font-size:8px}</style><text style='font-size:8px'/></svg>"
            + "<p style='font-size:8px'/></body></html>"
        for kind in [DocumentKind.xhtml, .html] {
            let text = prepared(source, as: kind) { $0.stylesheets = StylesheetPreparation() }
            #expect(text.contains("<style>p{font-size:0.5rem}</style><style type='text/x'>p{font-size:8px}</style>"))
            #expect(
                text.contains(
                    "<svg><style>p{font-size:8px}</style><text style='font-size:8px'/></svg>"
                        + "<p style='font-size:0.5rem'/>"
                ))
        }
    }

    @Test func encodings() {
        let utf16 = "\u{FEFF}p{font-size:8px}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let result = utf16.withUnsafeBytes { StylesheetPreparation().prepare($0).bytes(of: $0) }
        #expect(result == "\u{FEFF}p{font-size:0.5rem}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        let japanese = bytes("@charset \"shift_jis\";p{content:\"") + [0x95, 0x5C] + bytes("\";font-size:8px}")
        let text = japanese.withUnsafeBytes { StylesheetPreparation().prepare($0).bytes(of: $0) }
        #expect(text.suffix(17) == bytes("font-size:0.5rem}"))
    }
}
