// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import LecternWeb
import Testing

@Suite struct XHTMLPreparationTests {
    static let namespace = " xmlns=\"http://www.w3.org/1999/xhtml\""

    /// X stands for the declaration of the namespace.
    static let cases: [(String, String)] = [
        (
            "<html X><head><title>t</title></head><body><p>a</p></body></html>",
            "<html{root} X><head>{start}{default}<title>t</title>{end}</head><body{dir}><p>a</p></body></html>"
        ),
        // No head, or an empty one.
        ("<html X><body/></html>", "<html{root} X><head>{start}{default}{end}</head><body{dir}/></html>"),
        ("<html X><head/><body/></html>", "<html{root} X><head>{start}{default}{end}</head><body{dir}/></html>"),
        (
            "<html X><head id='h' /><body/></html>",
            "<html{root} X><head id='h' >{start}{default}{end}</head><body{dir}/></html>"
        ),
        ("<html X/>", "<html{root} X><head>{start}{default}{end}</head></html>"),
        ("<html X />", "<html{root} X ><head>{start}{default}{end}</head></html>"),
        // Attributes that are there are not there twice.
        (
            "<html X xml:lang='de' lang='de' dir='rtl' data-lectern='view=scroll' style='color: red'><head/>"
                + "<body dir=\"rtl\"/></html>",
            "<html{dir}{data} X xml:lang='de' lang='de'     style='--USER__x: \"y\" !important;color: red'>"
                + "<head>{start}{end}</head><body{dir}  /></html>"
        ),
        // Names that only look alike.
        (
            "<html X xmlns:o='urn:o' o:dir='x' o:style='y' DIR='z'><head/></html>",
            "<html{root} X xmlns:o='urn:o' o:dir='x' o:style='y' DIR='z'><head>{start}{default}{end}</head></html>"
        ),
        // What stands before the root.
        (
            "<?xml version=\"1.0\"?><!-- <html><head> --><!DOCTYPE html [<!ENTITY e \"<head>\">"
                + "<!-- ' --> <?p > ]?>]>\n<?p <head> ?><html X><head></head></html>",
            "<?xml version=\"1.0\"?><!-- <html><head> --><!DOCTYPE html [<!ENTITY e \"<head>\">"
                + "<!-- ' --> <?p > ]?>]>\n<?p <head> ?>"
                + "<html{root} X><head>{start}{default}{end}</head></html>"
        ),
        // What only looks like an end of the head.
        (
            "<html X><!-- <head> --><head><!-- </head> --><script><![CDATA[</head><body>]]></script>"
                + "<title a=\"/head>\"/></head ><body\n></body></html>",
            "<html{root} X><!-- <head> --><head>{start}{default}<!-- </head> --><script><![CDATA[</head>"
                + "<body>]]></script>"
                + "<title a=\"/head>\"/>{end}</head ><body{dir}\n></body></html>"
        ),
        ("<html X><head/><frameset/></html>", "<html{root} X><head>{start}{default}{end}</head><frameset/></html>"),
        // Styles: a sheet, an element, an attribute, an instruction; an icon is none.
        (
            "<html X><head><link rel='x stylesheet' href='a'/></head></html>",
            "<html{root} X><head>{start}<link rel='x stylesheet' href='a'/>{end}</head></html>"
        ),
        (
            "<html X><head/><body><p style='a'/></body></html>",
            "<html{root} X><head>{start}{end}</head><body{dir}><p style='a'/></body></html>"
        ),
        (
            "<?xml-stylesheet href='a' type='text/css'?><html X><head/></html>",
            "<?xml-stylesheet href='a' type='text/css'?><html{root} X><head>{start}{end}</head></html>"
        ),
        (
            "<html X><head><link rel='icon' href='a'/></head></html>",
            "<html{root} X><head>{start}{default}<link rel='icon' href='a'/>{end}</head></html>"
        ),
    ]

    @Test(arguments: cases) func documents(_ source: String, _ expected: String) {
        let source = source.replacing(" X", with: XHTMLPreparationTests.namespace)
        #expect(prepared(source, as: .xhtml).replacing(XHTMLPreparationTests.namespace, with: " X") == expected)
        #expect(isWellFormed(bytes(source)) && isWellFormed(splice(bytes(source), as: .xhtml)))
    }

    /// What is put into a document with prefixes has them as well.
    @Test(arguments: ["<h:head/>", "<h:head></h:head>", ""]) func prefixes(_ head: String) {
        let source = "<h:html xmlns:h=\"http://www.w3.org/1999/xhtml\">\(head)<h:body/></h:html>"
        let text = prepared(source, as: .xhtml)
        #expect(text.contains("<h:head><h:meta http-equiv=\"Content-Security-Policy\""))
        #expect(text.contains("href=\"page.css\"/></h:head><h:body{dir}/>") && !text.contains("<link"))
        #expect(isWellFormed(splice(bytes(source), as: .xhtml)))
    }

    /// Without its namespace nothing of a document would be HTML.
    @Test func missingNamespace() {
        #expect(
            prepared("<html><head/></html>", as: .xhtml).hasPrefix(
                "<html xmlns=\"http://www.w3.org/1999/xhtml\"{root}>"))
        let other = prepared("<html xmlns='urn:x'><head/></html>", as: .xhtml)
        #expect(other.contains("<meta xmlns=\"http://www.w3.org/1999/xhtml\" http-equiv"))
        #expect(isWellFormed(bytes(other.replacing("{root}", with: ""))))
    }

    @Test(arguments: [
        "", "   ", "no markup", "<", "<html", "<html xmlns='x", "<p>no root of ours</p>", "<!-- never closed",
        "<!DOCTYPE html [",
        "<![CDATA[x]]>", "</html>", "<?xml", "\u{0}\u{0}\u{0}\u{0}",
    ]) func whatIsNotUnderstoodStays(_ source: String) {
        #expect(splice(bytes(source), as: .xhtml) == bytes(source))
    }

    @Test(arguments: [
        "<html><head><title>a</head><body>", "<html><head>", "<html><body><p>a &nbsp; <br></p>", "<html a='1' a='1'>",
    ])
    func whatIsNotWellFormedHasThePolicy(_ source: String) {
        #expect(prepared(source, as: .xhtml).contains("<head>{start}"))
    }

    @Test func languages() {
        let cases = [
            ("<html><head/><body/></html>", "<html xml:lang=\"ja\"", "<body xml:lang=\"ja\""),
            ("<html lang=''><head/><body/></html>", "<html lang=''", "<body/>"),
            ("<html><head/><body lang='fr'/></html>", "<html xml:lang=\"fr\"", "<body lang='fr'/>"),
        ]
        for (source, html, body) in cases {
            let text = prepared(
                source.replacing("<html", with: "<html xmlns='http://www.w3.org/1999/xhtml'"), as: .xhtml
            ) {
                $0.styling?.language = "ja"
                $0.styling?.family = .cjkVertical
                $0.styling?.style = ""
                $0.data = nil
            }
            #expect(text.replacing(" xmlns='http://www.w3.org/1999/xhtml'", with: "").contains(html), "\(text)")
            #expect(text.contains(body), "\(text)")
        }
    }

    /// A page of a fixed layout keeps its own styles.
    @Test func fixedLayout() {
        let text = prepared(
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head/><body style='font-size:12px'/></html>", as: .xhtml
        ) {
            $0.styling = nil
            $0.pageSheet = nil
            $0.data = nil
            $0.style = "background-color: #000"
        }
        #expect(
            text
                == "<html style=\"background-color: #000\" xmlns=\"http://www.w3.org/1999/xhtml\"><head>{policy}</head>"
                + "<body style='font-size:12px'/></html>")
    }

    @Test(arguments: [
        (
            "<svg xmlns='s'><rect/></svg>",
            "<?xml-stylesheet type=\"text/css\" href=\"page.css\"?><svg style=\"b: c\"{data} xmlns='s'><rect/></svg>"
        ),
        (
            "<?xml version='1.0'?>\n<svg style='a: b'/>",
            "<?xml version='1.0'?>\n<?xml-stylesheet type=\"text/css\" href=\"page.css\"?><svg{data} style='b: ca: b'/>"
        ),
        ("<g/>", "<g/>"),
    ]) func drawings(_ source: String, _ expected: String) {
        #expect(prepared(source, as: .svg) { $0.style = "b: c" } == expected)
    }
}
