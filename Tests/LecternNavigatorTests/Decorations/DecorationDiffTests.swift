// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

@Suite struct DecorationDiffTests {
    // MARK: Small worlds

    /// Every list of up to three decorations, over three ids, two resources and two tints.
    struct World {
        var all: [DecorationList] = []
        /// Without those that only differ from another one by renaming ids.
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
                guard let unique = try? DecorationList(list), seen.insert(unique.text().text).inserted else { continue }
                all.append(unique)
                let ids = unique.decorations.map(\.id)
                if ids.elementsEqual(["a", "b", "c"].prefix(ids.count)) { upToRenaming.append(unique) }
            }
        }
    }

    /// Applies changes like a view: each resource has its own list.
    static func apply(_ diff: DecorationDiff, to list: DecorationList) throws -> [String: [Decoration]] {
        var view = contents(of: list)
        for (href, changes) in diff.changes {
            #expect(!changes.isEmpty)
            var layer = view[href] ?? []
            func place(_ decoration: Decoration) throws -> Int {
                try #require(layer.firstIndex { $0.id == decoration.id })
            }
            var hasRemoved = true
            for change in changes {
                if case .remove(let old) = change {
                    #expect(hasRemoved)
                    layer.remove(at: try place(old))
                    continue
                }
                hasRemoved = false
                switch change {
                case .add(let new, let index): layer.insert(new, at: index ?? layer.count)
                case .move(let moved, let index):
                    let old = layer.remove(at: try place(moved))
                    layer.insert(old, at: index ?? layer.count)
                case .update(let new):
                    let place = try place(new)
                    #expect(layer[place] != new)
                    layer[place] = new
                case .remove, .missing: Issue.record("A change that does not belong here")
                }
            }
            view[href] = layer
        }
        return view.filter { !$0.value.isEmpty }
    }

    static func contents(of list: DecorationList) -> [String: [Decoration]] {
        Dictionary(grouping: list.decorations, by: \.resource)
    }

    @Test func changesLeadFromOneStateToTheOther() throws {
        let world = try World()
        #expect(world.all.count == 1 + 12 + 12 * 8 + 12 * 8 * 4)
        #expect(world.upToRenaming.count == 1 + 4 + 4 * 4 + 4 * 4 * 4)
        for before in world.upToRenaming {
            for after in world.all {
                let diff = DecorationDiff(from: before, to: after)
                let result = try DecorationDiffTests.apply(diff, to: before)
                let wanted = DecorationDiffTests.contents(of: after)
                guard result == wanted else {
                    Issue.record("\(before.text().text) to \(after.text().text) gives \(diff.text().text)")
                    return
                }
            }
        }
    }

    // MARK: Rules

    private func diff(_ before: [Decoration], _ after: [Decoration]) throws -> String {
        try DecorationDiff(from: DecorationList(before), to: DecorationList(after)).text().text
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
        #expect(
            try diff([a, b, c], [d, active, e]) == """
                {"a.xhtml":[{"remove":"a"},{"add":\(text(d)),"index":0},{"update":\(text(active))}],\
                "b.xhtml":[{"remove":"c"}],"c.xhtml":[{"add":\(text(e))}]}
                """)
        #expect(try diff([a, b, c], []) == #"{"a.xhtml":[{"remove":"a"},{"remove":"b"}],"b.xhtml":[{"remove":"c"}]}"#)
        #expect(try DecorationDiff(from: DecorationList([a]), to: DecorationList([a])).isEmpty)
    }

    @Test func anotherResource() throws {
        let (here, there) = try (decoration("a"), decoration("a", "b.xhtml"))
        #expect(try diff([here], [there]) == #"{"a.xhtml":[{"remove":"a"}],"b.xhtml":[{"add":\#(text(there))}]}"#)
    }

    @Test(arguments: ["a.xhtml", "/a.xhtml", "./a.xhtml", "b/../a.xhtml", "%61.xhtml", "a.xhtml#p4", "a.xhtml?x=1"])
    func sameResource(_ href: String) throws {
        #expect(try decoration("a", href).resource == "a.xhtml")
        let before = try DecorationList([decoration("a", style: ["id": "underline"])])
        let diff = try DecorationDiff(from: before, to: DecorationList([decoration("a", href)]))
        #expect(diff.changes.map(\.href) == ["a.xhtml"])
        #expect(diff.changes.first?.changes.count == 1)
    }

    @Test func moves() throws {
        let (a, b, c) = try (decoration("a"), decoration("b"), decoration("c"))
        #expect(try diff([a, b, c], [c, a, b]) == #"{"a.xhtml":[{"move":"c","index":0}]}"#)
        #expect(try diff([a, b, c], [b, c, a]) == #"{"a.xhtml":[{"move":"a"}]}"#)
    }

    @Test func extrasAndSpellingChangeNothing() throws {
        let a = try decoration("a")
        let extras = try decoration("a", adding: ["extras": ["note": 1]])
        #expect(try diff([a], [extras]) == "{}")
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

    @Test func theSecondOfTheSameIdIsRefused() throws {
        let list = try [decoration("a"), decoration("b"), decoration("a", style: ["id": "underline"])]
        #expect(problem { () throws(Failure) in try DecorationList(list) } == "json decorations > /2/id")
    }

    @Test func idsAreComparedExactly() throws {
        let (composed, decomposed) = try (decoration("\u{E9}"), decoration("e\u{301}"))
        let list = try DecorationList([composed, decomposed])
        #expect(list.decorations.count == 2)
        #expect(
            try diff([composed], [decomposed]) == """
                {"a.xhtml":[{"remove":"\u{E9}"},{"add":\(text(decomposed))}]}
                """)
    }

    /// A swap, an insertion at the front, and a large permutation take the minimum number of steps.
    @Test func manyKeepTheirPlaces() throws {
        let list = try (0..<4900).map { try decoration("\($0)", "\($0 % 7).xhtml") }
        func steps(_ after: [Decoration]) throws -> Int {
            try DecorationDiff(from: DecorationList(list), to: DecorationList(after)).changes.reduce(0) {
                $0 + $1.changes.count
            }
        }
        var swapped = list
        swapped.swapAt(7, 4802)
        #expect(try steps(swapped) == 2)
        #expect(try steps([decoration("new", "0.xhtml")] + list) == 1)
        #expect(try steps(Array(list.dropFirst(2450) + list.prefix(2450))) == 2450)
        #expect(try steps(list.reversed()) == 4900 - 7)
    }
}
