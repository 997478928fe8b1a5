// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import TestArchives
import Testing

import LecternFormats

@Suite struct MediaOverlayDocumentTests {
    private func read(_ body: String, href: String = "OEBPS/a.smil", limits: Limits = Limits()) throws -> (
        objects: [GuidedNavigationObject], warnings: [String]
    ) {
        let text =
            #"<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:e="http://www.idpf.org/2007/ops"><body>\#(body)</body></smil>"#
        var memory = MediaOverlayDocument.maxMemory
        var log = WarningLog()
        let objects = try MediaOverlayDocument.read(ByteBuffer(text), href: href, limits: limits, memory: &memory, &log)
        return (objects, log.all.map(\.message))
    }

    private func audio(_ attributes: String) throws -> String? {
        try read(#"<par><text src="c.xhtml"/><audio src="../s.mp3" \#(attributes)/></par>"#).objects.first?.refs.audio
    }

    @Test func clipsBecomeMediaFragments() throws {
        #expect(try audio(#"clipBegin="1:30" clipEnd="0:01:31.5""#) == "s.mp3#t=90,91.5")
        #expect(try audio(#"clipBegin="0.0004s""#) == "s.mp3#t=0")
        #expect(try audio(#"clipEnd="1.0625s""#) == "s.mp3#t=,1.063")
        #expect(try audio("") == "s.mp3")
        #expect(try audio(#"clipBegin="soon" clipEnd="-5s""#) == "s.mp3")
        #expect(try audio(#"clipBegin="99999999999999999999999999999h""#) == "s.mp3")
    }

    @Test func whatPointsNowhereIsLeftOut() throws {
        let (objects, warnings) = try read(
            """
            <seq id="empty"><seq/></seq><par id="mute"><audio src="a.mp3"/></par><seq id="s" e:textref="c.xhtml#a"/>
            <par><text src=""/></par><par><text src="javascript:x"/></par><audio src="a.mp3"/>
            """)
        #expect(objects.map(\.id) == ["s"])
        #expect(objects.first?.refs.text == "OEBPS/c.xhtml#a")
        #expect(warnings.count == 4)
    }

    @Test func rolesAreThoseOfGuidedNavigation() throws {
        let objects = try read(
            """
            <seq e:type="chapter  table-row&#10;unheard-of"><par e:type="glossterm panel-group"><text src="c.xhtml"/></par></seq>
            """
        ).objects
        #expect(objects.first?.roles == ["sequence", "chapter", "row", "http://www.idpf.org/2007/ops/type#unheard-of"])
        #expect(objects.first?.children.first?.roles == ["term", "panelGroup"])
    }

    @Test func nestingIsBounded() throws {
        let deep =
            String(repeating: "<seq>", count: 400) + #"<par><text src="c"/></par>"#
            + String(repeating: "</seq>", count: 400)
        let (objects, warnings) = try read(deep)
        #expect(objects.isEmpty)
        #expect(warnings == ["The sequences are nested too deeply; the rest is ignored."])
    }

    @Test func memoryIsBounded() throws {
        // Each reference is as long as the path of the overlay.
        let href = String(repeating: "d", count: 60000) + "/a.smil"
        let body = String(repeating: #"<par><text src="c"/></par>"#, count: 10000)
        let failure = failure { () throws(Failure) in
            var memory = MediaOverlayDocument.maxMemory
            var log = WarningLog()
            _ = try MediaOverlayDocument.read(
                ByteBuffer("<smil><body>\(body)</body></smil>"), href: href, limits: Limits(), memory: &memory, &log)
        }
        #expect(failure?.status == .limit)
        #expect(try read(body).objects.count == 10000)
    }

    @Test(arguments: ["", "not XML", "<html/>", "<smil/>"])
    func otherDocumentsAreNoOverlays(text: String) {
        let failure = failure { () throws(Failure) in
            var memory = 1000
            var log = WarningLog()
            _ = try MediaOverlayDocument.read(ByteBuffer(text), href: "a.smil", limits: Limits(), memory: &memory, &log)
        }
        #expect(failure?.status == .format)
        #expect(failure?.path.first == "a.smil")
    }
}

@Suite struct MediaFragmentTests {
    @Test(
        arguments: [
            (0, "0"), (90, "90"), (5.1, "5.1"), (5.12, "5.12"), (0.001, "0.001"), (0.0001, "0"),
            (1e15, "1000000000000000"),
            (1e17, nil), (.infinity, nil), (.nan, nil), (-1, nil),
        ] as [(Double, String?)])
    func seconds(number: Double, text: String?) { #expect(MediaFragment.seconds(number) == text) }
}
