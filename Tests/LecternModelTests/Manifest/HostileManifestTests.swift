// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

/// Manifests that are crafted to be expensive.  Quadratic time would never finish here.
@Suite struct HostileManifestTests {
    private func members(_ count: Int, _ value: String) -> String {
        (0..<count).map { "\"k\($0)\":\(value)" }.joined(separator: ",")
    }

    @Test(arguments: [
        "{\"metadata\":{\"title\":\"T\",#s#}}", "{\"metadata\":{\"title\":{#s#}}}",
        "{\"metadata\":{\"title\":\"T\"},#s#}",
        "{\"metadata\":{\"title\":\"T\",\"belongsTo\":{#s#}}}", "{\"metadata\":{\"title\":\"T\"},#c#}",
        "{\"metadata\":{\"title\":\"T\",\"author\":[{\"name\":\"A\",#s#}],\"accessibility\":{#s#},\"tdm\":{#s#}}}",
        "{\"metadata\":{\"title\":\"T\"},\"links\":[{\"href\":\"a\",\"properties\":{#s#},#s#}]}",
    ])
    func manyMembersAreReadInLinearTime(_ template: String) throws {
        let text = replacing(
            "#c#", by: members(20_000, #"[{"href":"a"}]"#),
            in: replacing("#s#", by: members(20_000, "\"v\""), in: template))
        let read = try ReadManifest(text)
        _ = read.manifest.json
        #expect(read.warnings.count <= 201)
    }

    private func replacing(_ mark: String, by value: String, in text: String) -> String {
        var parts: [Substring] = []
        var rest = Substring(text)
        while let range = rest.firstRange(of: mark) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return (parts + [rest]).joined(separator: value)
    }

    @Test func oneHundredThousandLinks() throws {
        let links = Array(repeating: #"{"href":"a b.html","type":"text/html","rel":["x","x"]}"#, count: 100_000)
        let text = "{\"metadata\":{\"title\":\"T\"},\"readingOrder\":[\(links.joined(separator: ","))]}"
        let read = try ReadManifest(text)
        #expect(read.manifest.readingOrder.count == 100_000)
        #expect(read.warnings.last == ": 99800 more warnings were omitted.")
    }

    @Test func depthIsBounded() throws {
        let depth = 200
        let links =
            String(repeating: #"[{"href":"a","children":"#, count: depth) + "[]" + String(repeating: "}]", count: depth)
        let inner =
            String(repeating: #"{"links":[{"href":"a"}],"x":"#, count: depth) + "1"
            + String(repeating: "}", count: depth)
        let text = #"{"metadata":{"title":"T"},"toc":"# + links + #","x":"# + inner + "}"
        let json = JSONReader(try JSONParser.parse(text, source: "m", maxDepth: 512), source: "m")
        var log = WarningLog()
        var rules = ManifestReader.Rules()
        rules.maxNesting = 50
        let manifest = try Manifest.read(json, rules, log: &log)
        var link = manifest.toc.first
        var count = 0
        while let next = link {
            count += 1
            link = next.children.first
        }
        #expect(count == 50)
        #expect(log.warnings.contains { $0.message == "This is nested more than 50 levels deep; it is ignored." })
        #expect(manifest.json.text.utf8.count > 5_000)
    }

    /// Every place of a valid manifest is set to a value of every type.
    @Test func wrongTypesEverywhere() throws {
        let good = """
            {"@context":"a","metadata":{"title":{"en":"T"},"sortAs":"t","author":[{"name":"A","role":["r"],"links":[{"href":"l"}]}],
            "subject":["s"],"belongsTo":{"series":[{"name":"S","position":1}]},"altIdentifier":["a"],"contains":{},"layout":"fixed",
            "accessibility":{"accessModeSufficient":[["textual"]],"certification":{"report":"r"},"exemption":"e"},
            "tdm":{"reservation":"all"},"mediaOverlay":{"activeClass":"a"},"presentation":{},"duration":1,"numberOfPages":1},
            "links":[{"href":"a","templated":true,"rel":"r","properties":{},"height":1,"size":1,"bitrate":1,"language":"en",
            "alternate":[{"href":"b"}],"children":[{"href":"c"}]}],"readingOrder":[{"href":"a","type":"a/b"}],
            "toc":{"links":[{"href":"a"}]},"guided":[{"metadata":{},"links":[{"href":"g"}],"in":{"links":[{"href":"h"}]}}]}
            """
        let values: [JSON] = [
            nil, true, -1, 1e300, "", "\u{0}%zz ", [], [[[]]], [nil, 1, "x", ["a": 1]], [:], ["a": ["b": nil]],
        ]
        var rules = ManifestReader.Rules()
        rules.title = "T"
        var count = 0
        for variant in variants(of: try JSONParser.parse(good, source: "m"), values)
        where variant.object?["metadata"]?.object != nil {
            var log = WarningLog()
            let manifest = try Manifest.read(JSONReader(variant, source: "m"), rules, log: &log)
            // The written manifest parses to the same value.
            let text = manifest.json.text
            let again = try Manifest.read(
                JSONReader(try JSONParser.parse(text, source: "m"), source: "m"), rules, log: &log)
            #expect(again.json.text == text)
            count += 1
        }
        #expect(count > 500)
    }

    private func variants(of json: JSON, _ values: [JSON]) -> [JSON] {
        var found = values
        if let object = json.object {
            for member in object.members {
                found += variants(of: member.value, values).map { value in
                    var copy = object
                    copy[member.key] = value
                    return .object(copy)
                }
            }
        } else if let list = json.array {
            for index in list.indices {
                found += variants(of: list[index], values).map { value in
                    var copy = list
                    copy[index] = value
                    return .array(copy)
                }
            }
        }
        return found
    }
}
