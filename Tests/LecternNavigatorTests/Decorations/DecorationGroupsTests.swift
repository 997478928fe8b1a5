// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

@Suite struct DecorationGroupsTests {
    private static let hostileNames = ["it's", "\"", "</script>", "<!--", "&amp;", "\\", "\u{2028}", "\u{0}", ""]

    @Test func groupsKeepTheirState() throws {
        var groups = DecorationGroups()
        #expect(groups.decorations(in: "search").text().text == "[]")
        #expect(groups.find(group: "search", id: "a") == nil)
        let (a, b) = try (decoration("a"), decoration("b"))
        _ = try groups.apply(DecorationList([a, b]), in: "search")
        _ = try groups.apply(DecorationList([a]), in: "highlights")
        let reordered = try groups.apply(DecorationList([b, a]), in: "search")
        #expect(reordered.text().text == #"{"a.xhtml":[{"move":"b","index":0}]}"#)
        #expect(groups.decorations(in: "search").decorations == [b, a])
        #expect(groups.find(group: "highlights", id: "a") == a)
        #expect(groups.find(group: "highlights", id: "b") == nil)
        let emptied = groups.apply(DecorationList(), in: "search")
        #expect(emptied.text().text == #"{"a.xhtml":[{"remove":"b"},{"remove":"a"}]}"#)
        #expect(groups.names == ["search", "highlights"])
    }

    // MARK: Rendering

    @Test func whatOneResourceShows() throws {
        var groups = DecorationGroups()
        let templates = try DecorationTemplates(.reflowableEPUB)
        let here = try decoration("a", "b/a.xhtml#p1", style: ["id": "underline"], adding: ["extras": ["secret": 1]])
        _ = try groups.apply(DecorationList([here, decoration("b", "c.xhtml")]), in: "one")
        _ = try groups.apply(DecorationList([decoration("b", "c.xhtml")]), in: "two")
        for href in ["b/a.xhtml", "/b/a.xhtml", "b/./a.xhtml#x", "b/a.xhtml?y#z"] {
            let rendered = try RenderedDecorations(groups, in: href, templates: templates)
            #expect(rendered.warnings.isEmpty)
            #expect(
                try parsed(rendered.text) == [
                    "groups": [
                        "one": [
                            [
                                "id": "a", "style": "underline", "layout": "boxes", "width": "wrap",
                                "locator": [
                                    "href": "b/a.xhtml", "type": "application/xhtml+xml",
                                    "locations": ["fragments": ["p1"]],
                                ],
                                "element": "<div class=\"lectern-underline\" style=\"--lectern-line: #FFFF00;\"></div>",
                            ]
                        ]
                    ], "stylesheet": .string(templates.stylesheet),
                ])
        }
        let nothing = try RenderedDecorations(groups, in: "d.xhtml", templates: .init(.tts))
        #expect(nothing.text.text == #"{"groups":{},"stylesheet":""}"#)
    }

    @Test func stylesWithoutTemplateAreLeftOut() throws {
        var groups = DecorationGroups()
        let list = try [
            decoration("a", style: ["id": "x"]), decoration("b"), decoration("c", style: ["id": "x"]),
            decoration("d", style: ["id": "y"]),
        ]
        _ = try groups.apply(DecorationList(list), in: "g")
        let rendered = try RenderedDecorations(groups, in: "a.xhtml", templates: .init(.reflowableEPUB))
        let shown = try parsed(rendered.text).object?["groups"]?.object?["g"]?.array
        #expect(shown?.map { $0.object?["id"] } == ["b"])
        #expect(rendered.warnings.map(\.path) == [["g"], ["g"]])
    }

    @Test func failureOfRendererSaysWhere() throws {
        var groups = DecorationGroups()
        var templates = try DecorationTemplates(.image)
        templates["highlight"] = try template([:]) { _ throws(Failure) in throw Failure(.callback, "No.") }
        _ = try groups.apply(DecorationList([decoration("a")]), in: "g")
        #expect(
            problem { () throws(Failure) in try RenderedDecorations(groups, in: "a.xhtml", templates: templates) }
                == "callback g > a")
    }

    @Test func namesAreData() throws {
        var groups = DecorationGroups()
        for name in DecorationGroupsTests.hostileNames {
            let list = try DecorationGroupsTests.hostileNames.map {
                try decoration($0, adding: ["interactions": ["activate"]])
            }
            let diff = try groups.apply(DecorationList(list), in: name)
            let added = try parsed(diff.text()).object?["a.xhtml"]?.array
            #expect(added?.map { $0.object?["add"]?.object?["id"]?.string } == DecorationGroupsTests.hostileNames)
        }
        let rendered = try parsed(RenderedDecorations(groups, in: "a.xhtml", templates: .init(.reflowableEPUB)).text)
        #expect(rendered.object?["groups"]?.object?.keys == DecorationGroupsTests.hostileNames)
        for name in DecorationGroupsTests.hostileNames {
            let event = try groups.event(group: name, id: name, report: nil, templates: .init(.reflowableEPUB)) {
                _, _ in
                false
            }.json
            #expect(try parsed(event).object?["group"]?.string == name)
            #expect(try parsed(event).object?["decoration"]?.object?["id"]?.string == name)
        }
    }

    // MARK: Activation

    @Test func activation() throws {
        var groups = DecorationGroups()
        let templates = try DecorationTemplates(.reflowableEPUB)
        let list = try [
            decoration("quiet"), decoration("active", adding: ["interactions": ["activate"]]),
            decoration("unknown", style: ["id": "x"], adding: ["interactions": ["activate"]]),
        ]
        _ = try groups.apply(DecorationList(list), in: "g")
        func activate(_ id: String, _ observed: Bool, group: String = "g", _ event: JSON? = nil) -> String {
            problem { () throws(Failure) in
                try groups.event(
                    group: group, id: id, report: event.map { JSONReader($0, source: "event") }, templates: templates
                ) { _, _ in observed }
            }
        }
        #expect(activate("quiet", true) == "")
        #expect(activate("quiet", false) == "unsupported decorations > g > quiet")
        #expect(activate("active", false) == "")
        #expect(activate("unknown", true) == "unsupported decorations > g > unknown")
        #expect(activate("gone", true) == "notFound decorations > g > gone")
        #expect(activate("quiet", true, group: "h") == "notFound decorations > h > quiet")
        #expect(activate("active", false, ["click": [:]]) == "json event > /click")
        #expect(activate("active", false, ["point": ["x": 1]]) == "json event > /point")
        #expect(activate("active", false, ["point": ["x": 1, "y": "2"]]) == "json event > /point/y")
        #expect(activate("active", false, ["rect": ["left": 1, "top": 2, "width": 3]]) == "json event > /rect")
        let rect: JSON = ["x": 1, "y": 2, "width": 3, "height": 4]
        #expect(activate("active", false, ["rect": rect]) == "")
        #expect(activate("active", false, ["rect": ["left": 1, "x": 1, "y": 2, "width": 3, "height": 4]]) == "")
        #expect(activate("active", false, ["rect": ["z": 0]]) == "json event > /rect/z")
        #expect(activate("active", false, []) == "json event")
    }

    @Test func eventCarriesWhereItHappened() throws {
        var groups = DecorationGroups()
        _ = try groups.apply(DecorationList([decoration("a")]), in: "g")
        let rect: JSON = ["left": 1, "top": 2.5, "right": 4, "bottom": 6.5, "width": 3, "height": 4]
        let event: JSON = ["rect": rect, "point": ["x": 2, "y": 3]]
        let told = try groups.event(
            group: "g", id: "a", report: JSONReader(event, source: "event"), templates: .init(.reflowableEPUB)
        ) { _, _ in true }.json
        #expect(
            told.text == #"""
                {"group":"g","decoration":{"id":"a","locator":{"href":"a.xhtml","type":"application/xhtml+xml"},\#
                "style":{"id":"highlight"}},"rect":{"left":1,"top":2.5,"right":4,"bottom":6.5,"width":3,"height":4},\#
                "point":{"x":2,"y":3}}
                """#)
    }
}

extension DecorationGroups {
    fileprivate mutating func apply(_ list: DecorationList, in group: String) -> DecorationDiff {
        defer { set(list, in: group) }
        return difference(to: list, in: group)
    }
}
