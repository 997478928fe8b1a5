// SPDX-License-Identifier: BSD-3-Clause
import Testing

import LecternModel

@Suite struct GuidedNavigationTests {
    private func document(_ text: String, base: String = "") throws -> GuidedNavigationDocument? {
        GuidedNavigationDocument(try JSONParser.parse(text, source: "guided"), base: HrefBase(href: base))
    }

    private func text(_ document: GuidedNavigationDocument?) -> String? {
        var json = JSONWriter()
        document?.write(to: &json)
        return document == nil ? nil : json.finish().text
    }

    @Test func nothingIsLostOnTheWay() throws {
        let full = """
            {"extra":[1],"guided":[{"id":"a","textref":"c.xhtml#a","imgref":"i.png","audioref":"a.mp3#t=0,20",\
            "videoref":"v.mp4","text":{"plain":"A","ssml":"<s/>","language":"en","x":1},"role":["chapter","mine"],\
            "description":{"imgref":"d.png","text":{"plain":"D"},"y":2},"children":[{"textref":"b"}],"z":null}]}
            """
        #expect(text(try document(full)) == full)
    }

    @Test func whatSaysNothingIsLeftOut() throws {
        #expect(
            try document(#"{"guided":[{"textref":""},{"id":"a"},{"text":{"plain":""}},7,{"children":[{}]}]}"#) == nil)
        #expect(try document("[]") == nil)
        #expect(try document(#"{"guided":{"textref":"a"}}"#) == nil)
        #expect(
            text(try document(#"{"guided":[3,{"textref":"a","text":5,"role":"page","id":1,"description":[]}]}"#))
                == #"{"guided":[{"textref":"a","role":["page"]}]}"#)
    }

    @Test func aDescriptionMayBeItsTextAlone() throws {
        #expect(
            text(try document(#"{"guided":[{"imgref":"map.png","description":"A map."}]}"#))
                == #"{"guided":[{"imgref":"map.png","description":{"text":{"plain":"A map."}}}]}"#)
        #expect(
            text(try document(#"{"guided":[{"imgref":"map.png","description":""}]}"#))
                == #"{"guided":[{"imgref":"map.png"}]}"#)
    }

    @Test func referencesAreRelativeToTheDocument() throws {
        let found = try document(
            #"{"guided":[{"textref":"../a b.xhtml#x","audioref":"../../../up.mp3"}]}"#, base: "O/m/g.json")
        #expect(found?.guided.first?.refs.text == "O/a%20b.xhtml#x")
        #expect(found?.guided.first?.refs.audio == "up.mp3")
    }

    @Test func depthIsThatOfTheText() throws {
        let deep =
            String(repeating: #"{"children":["#, count: 40) + #"{"textref":"a"}"# + String(repeating: "]}", count: 40)
        let found = GuidedNavigationObject(try JSONParser.parse(deep, source: "guided"))
        var object = found
        var depth = 0
        while let child = object?.children.first { (object, depth) = (child, depth + 1) }
        #expect(depth == 40)
        #expect(object?.refs.text == "a")
    }
}
