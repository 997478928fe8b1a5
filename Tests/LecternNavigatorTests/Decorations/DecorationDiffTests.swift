// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

@Suite struct DecorationDiffTests {
    // MARK: Small worlds

    /// Every list of up to three decorations, over three ids, two resources and two tints.
    struct World {
        var all: [DecorationList] = []
        /// Without those that only differ in which letter is which id from another one.
        var upToRenaming: [DecorationList] = []

        init() throws {
            var lists: [[Decoration]] = [[]]
            var choices: [Decoration] = []
            for id in ["a", "b", "c"] {
                for href in ["1.xhtml", "2.xhtml"] {
                    for tint in ["#FF0000", "#00FF00"] {
                        choices.append(try decoration(id, href, style: ["id": "highlight", "tint": .string(tint)]))
                    }
                }
            }
            for _ in 0..<3 { lists += lists.flatMap { list in choices.map { list + [$0] } } }
            var seen: Set<String> = []
            for list in lists {
                let unique = DecorationList(list)
                guard seen.insert(unique.text().text).inserted else { continue }
                all.append(unique)
                let ids = try unique.decorations.map { try $0.id }
                if ids.elementsEqual(["a", "b", "c"].prefix(ids.count)) { upToRenaming.append(unique) }
            }
        }
    }

    /// What a view does with changes: it knows each resource on its own, by id.
    static func apply(_ diff: DecorationDiff, to list: DecorationList) throws -> [String: [String: Decoration]] {
        var view = try contents(of: list)
        for (href, changes) in diff.resources {
            #expect(!changes.isEmpty)
            var hasAdded = false
            for change in changes {
                switch change {
                case .remove(let old):
                    #expect(!hasAdded)
                    let removed = view[href]?.removeValue(forKey: try old.id)
                    #expect(removed != nil)
                case .add(let new):
                    hasAdded = true
                    let replaced = view[href, default: [:]].updateValue(new, forKey: try new.id)
                    #expect(replaced == nil)
                case .update(let new):
                    hasAdded = true
                    let old = view[href]?.updateValue(new, forKey: try new.id)
                    #expect(old != nil && old != new)
                }
            }
        }
        return view.filter { !$0.value.isEmpty }
    }

    static func contents(of list: DecorationList) throws -> [String: [String: Decoration]] {
        var view: [String: [String: Decoration]] = [:]
        for decoration in list.decorations { view[decoration.resource, default: [:]][try decoration.id] = decoration }
        return view
    }

    @Test func changesLeadFromOneStateToTheOther() throws {
        let world = try World()
        #expect(world.all.count == 1 + 12 + 12 * 8 + 12 * 8 * 4)
        #expect(world.upToRenaming.count == 1 + 4 + 4 * 4 + 4 * 4 * 4)
        for before in world.upToRenaming {
            for after in world.all {
                let diff = DecorationDiff(from: before, to: after)
                let result = try DecorationDiffTests.apply(diff, to: before)
                let wanted = try DecorationDiffTests.contents(of: after)
                guard result == wanted else {
                    Issue.record("\(before.text().text) to \(after.text().text) gives \(diff.text().text)")
                    return
                }
            }
        }
    }

    // MARK: Rules

    private func diff(_ before: [Decoration], _ after: [Decoration]) -> String {
        DecorationDiff(from: DecorationList(before), to: DecorationList(after)).text().text
    }

    private func text(_ decoration: Decoration) -> String {
        var json = JSONWriter()
        decoration.write(to: &json)
        return json.finish().text
    }

    @Test func removalsThenAdditionsAndUpdates() throws {
        let (a, b, c) = try (decoration("a"), decoration("b"), decoration("c", "b.xhtml"))
        let active = try decoration("b", style: ["id": "highlight", "isActive": true])
        let (d, e) = try (decoration("d"), decoration("e", "c.xhtml"))
        #expect(diff([a, b, c], [d, active, e]) == """
            {"a.xhtml":[{"remove":"a"},{"add":\(text(d))},{"update":\(text(active))}],\
            "b.xhtml":[{"remove":"c"}],"c.xhtml":[{"add":\(text(e))}]}
            """)
        #expect(diff([a, b, c], []) == #"{"a.xhtml":[{"remove":"a"},{"remove":"b"}],"b.xhtml":[{"remove":"c"}]}"#)
        #expect(DecorationDiff(from: DecorationList([a]), to: DecorationList([a])).isEmpty)
    }

    @Test func anotherResource() throws {
        let (here, there) = try (decoration("a"), decoration("a", "b.xhtml"))
        #expect(diff([here], [there]) == #"{"a.xhtml":[{"remove":"a"}],"b.xhtml":[{"add":\#(text(there))}]}"#)
    }

    @Test(arguments: ["a.xhtml", "/a.xhtml", "./a.xhtml", "b/../a.xhtml", "%61.xhtml", "a.xhtml#p4", "a.xhtml?x=1"])
    func sameResource(_ href: String) throws {
        #expect(try decoration("a", href).resource == "a.xhtml")
        let before = try DecorationList([decoration("a", style: ["id": "underline"])])
        let diff = try DecorationDiff(from: before, to: DecorationList([decoration("a", href)]))
        #expect(diff.resources.map(\.href) == ["a.xhtml"])
        #expect(diff.resources.first?.changes.count == 1)
    }

    @Test func orderAndExtrasAndSpellingChangeNothing() throws {
        let (a, b) = try (decoration("a"), decoration("b"))
        #expect(diff([a, b], [b, a]) == "{}")
        let extras = try decoration("a", adding: ["extras": ["note": 1]])
        #expect(diff([a], [extras]) == "{}")
        #expect(a != extras)
        let one = #"""
            [{"id":"a","locator":{"href":"a","type":"text/html","locations":{"progression":0.5}},
            "style":{"id":"x","tint":"#ff0000","n":{"p":1,"q":[true]}}}]
            """#
        let other = #"""
            [{"style":{"n":{"q":[true],"p":1.0},"isActive":false,"tint":-65536,"id":"\u0078"},"interactions":[],
            "locator":{"type":"text/html","href":"/a","title":null,"locations":{"progression":5e-1}},"id":"\u0061"}]
            """#
        let diff = try DecorationDiff(from: decorations(one), to: decorations(other))
        #expect(diff.isEmpty)
        #expect(try decorations(one).decorations == decorations(other).decorations)
    }

    @Test(arguments: [
        (#""title":"A""#, #""title":"B""#), (#""title":"A""#, #""title":"AB""#), (#""title":"A""#, #""x":"A""#),
        (#""x":1"#, #""x":10"#), (#""x":1"#, #""x":1.5"#), (#""x":true"#, #""x":false"#), (#""x":null"#, #""x":true"#),
        (#""x":[1]"#, #""x":[1,2]"#), (#""x":{}"#, #""x":[]"#), (#""x":"\u00e9""#, #""x":"\u00ea""#),
        (##""x":"#FF0000""##, ##""x":"#FF0001""##), (#""locations":{"a":1}"#, #""locations":{"b":1}"#),
        (#""x":9007199254740993"#, #""x":9007199254740992"#),
    ])
    func changesOfContent(_ members: (String, String)) throws {
        func list(_ member: String) throws -> DecorationList {
            try decorations(#"[{"id":"a","locator":{"href":"a","type":"a/b",\#(member)},"style":{"id":"x"}}]"#)
        }
        let diff = try DecorationDiff(from: list(members.0), to: list(members.1))
        #expect(!diff.isEmpty)
    }

    @Test func interactionsAreContent() throws {
        let active = try decoration("a", adding: ["interactions": ["activate"]])
        #expect(try diff([decoration("a")], [active]) == #"{"a.xhtml":[{"update":\#(text(active))}]}"#)
    }

    @Test func lastOfTheSameIdWins() throws {
        let (first, second) = try (decoration("a"), decoration("a", style: ["id": "underline"]))
        let b = try decoration("b")
        let list = DecorationList([first, b, second])
        #expect(list.decorations == [b, second])
        #expect(list["a"] == second)
        #expect(diff([first, second], [second]) == "{}")
        #expect(diff([second], [second, first]) == #"{"a.xhtml":[{"update":\#(text(first))}]}"#)
    }

    @Test func idsAreComparedExactly() throws {
        let (composed, decomposed) = try (decoration("\u{E9}"), decoration("e\u{301}"))
        let list = DecorationList([composed, decomposed])
        #expect(list.decorations.count == 2)
        #expect(diff([composed], [decomposed]) == """
            {"a.xhtml":[{"remove":"\u{E9}"},{"add":\(text(decomposed))}]}
            """)
    }

    // MARK: Cost

    @Test func costIsLinear() throws {
        func seconds(_ count: Int) throws -> Double {
            let before = try (0..<count).map { try decoration("id \($0)", "\($0 % 40).xhtml") }
            let after = try (0..<count).reversed().map { try decoration("id \($0 + count / 2)", "\($0 % 37).xhtml") }
            // The best of five, as other tests run at the same time.
            let times = (0..<5).map { _ in
                ContinuousClock().measure {
                    let diff = DecorationDiff(from: DecorationList(before), to: DecorationList(after))
                    #expect(diff.text().count > count)
                }
            }
            let best = times.min() ?? .zero
            return Double(best.components.seconds) + Double(best.components.attoseconds) / 1e18
        }
        let (few, many) = try (seconds(1000), seconds(32_000))
        // 32 times as many, for which a quadratic diff would take a thousand times as long.
        #expect(many < few * 300)
    }
}
