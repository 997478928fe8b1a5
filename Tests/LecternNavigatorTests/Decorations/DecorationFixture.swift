// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

/// Parses decorations from JSON, as passed in by hosts.
func decorations(_ text: String) throws(Failure) -> DecorationList {
    try DecorationList(JSONReader(JSONParser.parse(text, source: "decorations"), source: "decorations"))
}

func decoration(
    _ id: String, _ href: String = "a.xhtml", style: JSON = ["id": "highlight"], adding more: JSON = [:]
) throws(Failure) -> Decoration {
    var members = JSONObject([
        .init(key: "id", value: .string(id)),
        .init(key: "locator", value: ["href": .string(href), "type": "application/xhtml+xml"]),
        .init(key: "style", value: style),
    ])
    for member in more.object?.members ?? [] { members[member.key] = member.value }
    return try Decoration(JSONReader(.object(members), source: "decoration"))
}

func template(_ definition: JSON, renderer: DecorationTemplate.Renderer? = nil) throws(Failure) -> DecorationTemplate {
    try DecorationTemplate(JSONReader(definition, source: "template"), renderer: renderer)
}

func parsed(_ text: ByteBuffer) throws(Failure) -> JSON { try JSONParser.parse(text.text, source: "text") }

/// The failure of a call as "STATUS path"; "" if it succeeds.
func problem<T>(_ body: () throws(Failure) -> T) -> String {
    do throws(Failure) {
        _ = try body()
        return ""
    } catch {
        return "\(names[error.status] ?? "") \(error.pathText)"
    }
}

private let names: [Status: String] = [
    .argument: "argument", .callback: "callback", .json: "json", .notFound: "notFound", .unsupported: "unsupported",
]
