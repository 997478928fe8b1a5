// SPDX-License-Identifier: BSD-3-Clause

import LecternWeb
import Testing

@Suite struct StylesheetPreparationTests {
    private func rewritten(_ css: String, rewritesFontSizes: Bool = true) -> String {
        var preparation = StylesheetPreparation(BookReferences(from: "E/a.css"))
        if !rewritesFontSizes { preparation.declarations = .breaks }
        return bytes(css).withUnsafeBytes { String(decoding: preparation.prepare($0), as: UTF8.self) }
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
        ("content-visibility: AUTO !important", "content-visibility: visible !important"),
        ("content-visibility: hidden", "content-visibility: hidden"),
        ("container-type: size", "container-type: inline-size"),
        ("container: size a / size", "container: size a / inline-size"), ("container: a", "container: a"),
        ("contain: size layout", "contain:  layout"), ("contain: strict", "contain: content"),
        ("contain: inline-size", "contain: inline-size"),
        ("contain-intrinsic-size: 10px", "contain-intrinsic-size: 10px"),
        ("-epub-hyphens: auto; -epub-writing-mode:vertical-rl", "hyphens: auto; writing-mode:vertical-rl"),
        ("-epub-text-combine: horizontal", "text-combine-upright: all"),
        ("-epub-text-orientation: vertical-right", "text-orientation: mixed"),
        ("-epub-unknown: x", "-epub-unknown: x"),
        ("font-size: 12px", "font-size: 0.75rem"), ("font-size:12pt!important", "font-size:1rem!important"),
        ("font-size: .5in", "font-size: 3rem"), ("font-size: 1.2E", "font-size: 1.2E"),
        ("font-size: 10.66667pt", "font-size: 0.88889rem"),
        ("font-size: Medium", "font-size: 1rem"), ("font-size: larger", "font-size: larger"),
        ("font-size: 120%", "font-size: 120%"),
        ("font-size: 0", "font-size: 0"), ("font-size: calc(1px + 2em)", "font-size: calc(0.0625rem + 2em)"),
        ("font-size: 3vw", "font-size: calc(3vw*var(--lectern-scale,1))"),
        (
            "font-size: clamp(1rem, 2vw, 24px)",
            "font-size: clamp(1rem, calc(2vw*var(--lectern-scale,1)), 1.5rem)"
        ),
        ("font: 2VW/3vh a", "font: calc(2VW*var(--lectern-scale,1))/calc(3vh*var(--lectern-scale,1)) a"),
        ("font-size: var(--a)", "font-size: var(--a)"), ("font-size: -1px", "font-size: -1px"),
        ("font-size: 1e9px", "font-size: 1e9px"),
        ("font: italic bold 700 16px/24px \"12px\", serif", "font: italic bold 700 1rem/1.5rem \"12px\", serif"),
        ("font: x-small/1.2 a", "font: 0.625rem/1.2 a"), ("font: caption", "font: caption"),
        ("font: 1em 12px", "font: 1em 12px"),
        ("line-height: 24px", "line-height: 1.5rem"), ("line-height: 1.5", "line-height: 1.5"),
        // Text that only looks like a declaration.
        ("content: \"; font-size: 12px\"", "content: \"; font-size: 12px\""),
        ("content: 'a\\'; font-size: 12px'", "content: 'a\\'; font-size: 12px'"),
        ("background: url(data:image/x;font-size:12px)", "background: url(data:image/x;font-size:12px)"),
        ("/* font-size: 12px */", "/* font-size: 12px */"),
        ("background: URL( 'a;font-size:12px')", "background: URL( 'a;font-size:12px')"),
        ("x: a\\;font-size:12px", "x: a\\;font-size:12px"),
        ("x: (a; font-size: 12px)", "x: (a; font-size: 12px)"), ("--font-size: 12px", "--font-size: 12px"),
        ("font-size\\: 12px", "font-size\\: 12px"),
        ("margin: 0; font-size: 8px; x", "margin: 0; font-size: 0.5rem; x"),
        ("content: \"a\nfont-size:1px; font-size:8px", "content: \"a\nfont-size:1px; font-size:0.5rem"),
    ]

    @Test(arguments: cases) func declarations(_ css: String, _ expected: String) throws {
        #expect(rewritten("p{\(css)}") == "p{\(expected)}")
        let document =
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head/>"
            + "<body style='\(css.replacing("'", with: "&#39;"))'/></html>"
        // Nothing in an element is more important than our own sheets.
        let attribute = expected.replacing("!important", with: "").replacing("\"", with: "&quot;").replacing(
            "\n", with: "&#10;")
        let text = try prepared(document.replacing("\n", with: "&#10;"), as: .xhtml)
        #expect(text.contains("style=\"\(attribute)\""), "\(text)")
    }

    /// What the author means, next to what the reader's settings override: the alignment of lines, colors for dark and
    /// for light paper, the tone of boxes, letters of one width.
    @Test(arguments: [
        ("text-align: Center", "align:center"), ("text-align:left", "align:var(--lectern-left)"),
        ("text-align: right !important", "align:var(--lectern-right)!important"), ("text-align: end", "align:end"),
        ("text-align: justify", "align:initial"), ("text-align: inherit", "align:inherit"),
        ("color: red", "ink:var(--lectern-no-pale,#FF9999)var(--lectern-no-deep,#990000)"),
        ("color:#0000CC!important", "ink:var(--lectern-no-pale,#B3B3F0)var(--lectern-no-deep,#0000CC)!important"),
        ("color: rgb(0 128 0 / .5)", "ink:var(--lectern-no-pale,#8CC68C)var(--lectern-no-deep,#005A00)"),
        ("color: hsl(240, 100%, 25%)", "ink:var(--lectern-no-pale,#B3B3D9)var(--lectern-no-deep,#000080)"),
        ("color: #333", "ink:var(--lectern-text)"), ("color: rgb(1e18 2 3)", "ink:var(--lectern-text)"),
        ("color: inherit", "ink:initial"), ("color: #12", "ink:initial"), ("color: rgb(1", "ink:initial"),
        ("background: #FFF", "tone:initial"), ("background: none", "tone:initial"),
        ("background-color: yellow", "tone:var(--lectern-paper)rgba(255, 255, 0, 0.2)"),
        ("background: #eee", "tone:var(--lectern-paper)rgba(128, 128, 128, 0.107)"),
        ("background: linear-gradient(#ffe, #fff)", "tone:var(--lectern-paper)rgba(255, 255, 0, 0.107)"),
        ("font-family: Courier, monospace", "mono:monospace"), ("font-family: serif", "mono:initial"),
    ]) func readerProperties(_ css: String, _ added: String) {
        #expect(rewritten("p.a{\(css)}") == "p.a{--lectern-\(added);\(css)}")
        #expect(rewritten("p.a{\(css)}", rewritesFontSizes: false) == "p.a{\(css)}")
    }

    @Test(arguments: [
        ("border: 1px solid #000", ";border-color:var(--lectern-edge,#000)"),
        ("border-left: 9px solid rgb(0 0 50 / .5)", ";border-left-color:var(--lectern-edge,rgb(0 0 50 / .5))"),
        ("border-inline-start: navy", ";border-inline-start-color:var(--lectern-edge,navy)"),
        ("border-bottom:black!important", ";border-bottom-color:var(--lectern-edge,black)!important"),
        (
            "border-color: transparent #000 RED navy!important",
            ";border-color: transparent var(--lectern-edge,#000) RED var(--lectern-edge,navy)!important"
        ),
    ]) func borders(_ css: String, _ added: String) {
        #expect(rewritten("p{\(css)}") == "p{\(css)\(added)}")
        #expect(rewritten("p{\(css);a:b}") == "p{\(css)\(added);a:b}")
    }

    /// The text as a whole is the reader's.
    @Test func readerPropertiesOfAllText() {
        #expect(rewritten("p, LI{text-align:right}") == "p, LI{--lectern-align:initial;text-align:right}")
        #expect(rewritten("body{color:navy}") == "body{--lectern-ink:var(--lectern-text);color:navy}")
        #expect(rewritten("p,.a{text-align:end}") == "p,.a{--lectern-align:end;text-align:end}")
    }

    @Test(arguments: [
        "background: url(a.png)", "background-image: none", "colour: red", "border-color: red",
        "border: 2px", "border: 1px solid transparent", "border-color: rgba(0, 0, 0, 0)", "border-color: #888",
        "border-image: url(a.png) black", "border-width: 1px", "text-decoration-color: black",
    ])
    func noReaderProperty(_ css: String) {
        #expect(rewritten("p{\(css)}") == "p{\(css)}")
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
        // Lengths in drawings are in units of the drawing.
        ("svg text, p{font-size:8px}p{font-size:8px}", "svg text, p{font-size:8px}p{font-size:0.5rem}"),
        // The size of the root moves to the body; a size that lengths depend on is kept.
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

    @Test func stylesOfDocuments() throws {
        let source =
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><style>p{font-size:8px}</style>"
            + "<style type='text/x'>p{font-size:8px}</style></head>"
            + "<body><svg><style>p{font-size:8px}</style><text style='font-size:8px'></text></svg>"
            + "<p style='font-size:8px'></p></body></html>"
        for kind in [DocumentKind.xhtml, .html] {
            let text = try prepared(source, as: kind)
            #expect(text.contains("<style>p{font-size:0.5rem}</style><style type=\"text/x\">p{font-size:8px}</style>"))
            #expect(text.contains("<svg><style>p{font-size:8px}</style><text style=\"font-size:8px\""))
            #expect(text.contains("<p style=\"font-size:0.5rem\""))
        }
    }

    /// Addresses outside of the book, in all spellings.
    @Test(arguments: [
        ("p{background:url(http://x/)}", "p{background:url(N)}"),
        ("p{background:URL( 'http://x/' )}", "p{background:URL( N )}"),
        ("p{background:u\\72l(http://x/)}", "p{background:u\\72l(N)}"),
        ("p{background:\\75\\72 l(//x/)}", "p{background:\\75\\72 l(N)}"),
        ("p{background:url(h\\74tp://x/)}", "p{background:url(N)}"),
        ("p{background:url(\\/\\/x/)}", "p{background:url(N)}"),
        ("p{background:url(ht/**/tp://x/)}", "p{background:url(ht/**/tp://x/)}"),
        ("p{background:url(http://x/", "p{background:url(N"),
        ("@import 'http://x/';", "@import N;"), ("@import url(http://x/) screen;", "@import url(N) screen;"),
        ("@\\69mport \"//x/\";", "@\\69mport N;"), ("@import 'data:text/css,a';", "@import N;"),
        ("p{background:image-set('http://x/' 1x)}", "p{background:image-set(N 1x)}"),
        ("p{background:src('http://x/')}", "p{background:src(N)}"), ("p{--a:'http://x/'}", "p{--a:N}"),
        ("@property --a{initial-value:'http://x/'}", "@property --a{initial-value:N}"),
        ("@function --f(){result:'http://x/'}", "@function --f(){result:N}"),
        ("p{--a/**/:'http://x/'}", "p{--a/**/:N}"), ("p{x:{}'http://x/'}", "p{x:{}N}"),
        ("@font-face{src:url(http://x/) format('woff')}", "@font-face{src:url(N) format('woff')}"),
        ("p{cursor:url(file:///a)}", "p{cursor:url(N)}"),
        ("p{background:url(data:text/html,a)}", "p{background:url(N)}"),
        ("p{background:url(/a.png)}", "p{background:url(\"../a.png\")}"),
        ("p{background:url('../../a\\29 .png')}", "p{background:url(\"../a).png\")}"),
        // These are not addresses, or stay in the book.
        ("@namespace 'http://x/';@namespace a url(http://x/);", "@namespace 'http://x/';@namespace a url(http://x/);"),
        ("a[href='http://x/'],a:not([href^='//']){x:y}", "a[href='http://x/'],a:not([href^='//']){x:y}"),
        ("p{content:'http://x/'}", "p{content:'http://x/'}"), ("/* url(http://x/) */", "/* url(http://x/) */"),
        (
            "p{background:url(a.png) url(../b.png) url(data:image/png,x)}",
            "p{background:url(a.png) url(../b.png) url(data:image/png,x)}"
        ),
        ("p{fill:url(#a)}", "p{fill:url(#a)}"), ("@import 'a.css';", "@import 'a.css';"),
    ]) func addresses(_ css: String, _ expected: String) {
        let expected = expected.replacing("N", with: "\"about:invalid\"")
        #expect(rewritten(css) == expected)
        #expect(rewritten(css + " x") == expected + " x" || css.hasSuffix("/"))
    }

    @Test func encodings() {
        let prepare = { (bytes: [UInt8]) in
            let preparation = StylesheetPreparation(BookReferences(from: "a.css"))
            return String(decoding: bytes.withUnsafeBytes { preparation.prepare($0) }, as: UTF8.self)
        }
        let utf16 = "\u{FEFF}p{font-size:8px;content:'\u{4E00}'}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(prepare(utf16) == "p{font-size:0.5rem;content:'\u{4E00}'}")
        let japanese = bytes("@charset \"shift_jis\";p{content:\"") + [0x95, 0x5C] + bytes("\";font-size:8px}")
        #expect(prepare(japanese) == "@charset \"utf-8\";p{content:\"\u{8868}\";font-size:0.5rem}")
    }
}
