// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The behaviour of the page in a web view (the member `web` of schema `navigator-options`).
public struct PageOptions: Sendable {
    /// Boolean options and their defaults, in the order in which they are written.
    private static let switches: [(name: String, value: Bool)] = [
        ("keyboard", true), ("touch", true), ("mouse", true), ("wheel", true), ("pen", true), ("footnotes", true),
        ("animated", true), ("announce", true), ("continuous", false), ("remote", false),
        ("scripts", false),
    ]
    /// Options that are fixed while documents are open: they affect how documents are served, or the default of a
    /// setting.
    private static let ofDocuments = ["remote", "scripts", "css", "channel", "continuous"]
    private static let themes = ["light", "sepia", "dark"]
    private static let voices = ["browser", "host"]
    private static let channels = [
        "auto", "custom", "webkit", "qt", "webview2", "android", "parent", "http", "get",
    ]

    private var values: JSONObject
    /// The URL of the folder with the original Readium CSS style sheets, if the host has them; ends with a slash.
    public private(set) var stylesheets: String?
    /// The default of the setting `continuous`; nil for the built-in default.
    private(set) var continuous: Bool?

    public init() {
        values = JSONObject(PageOptions.switches.map { JSONObject.Member(key: $0.name, value: .bool($0.value)) })
        values["voice"] = "browser"
        values["channel"] = "auto"
    }

    public init(_ json: JSONReader) throws(Failure) {
        self.init()
        let given = try PageOptions.read(json, PageOptions.ofDocuments)
        values.merge(given)
        continuous = given["continuous"]?.bool
        stylesheets = try json.optionalMember("css").map { css throws(Failure) in
            try css.rejectUnknownMembers(["href"])
            let href = try css.member("href").nonEmptyString()
            return href.hasSuffix("/") ? href : href + "/"
        }
    }

    /// Whether documents may load remote resources.
    public var allowsRemote: Bool { values["remote"] == true }

    /// Whether documents that the manifest declares as scripted may run their scripts.
    public var allowsScripts: Bool { values["scripts"] == true }

    public func write(to json: inout JSONWriter) { json.object(values) }

    mutating func merge(_ changes: JSONObject) { values.merge(changes) }

    /// Reads the options that may change while a page is open; absent ones are left out.
    public static func changes(_ json: JSONReader) throws(Failure) -> JSONObject { try read(json, []) }

    /// - Parameter more: additional members, besides those that may change at any time.
    private static func read(_ json: JSONReader, _ more: [String]) throws(Failure) -> JSONObject {
        let names = switches.map(\.name).filter { !ofDocuments.contains($0) || more.contains($0) }
        try json.rejectUnknownMembers(names + ["theme", "voice"] + more)
        var found = JSONObject()
        for name in names {
            if let value = try json.optionalMember(name) { found[name] = .bool(try value.bool()) }
        }
        for (name, words) in [("theme", themes), ("voice", voices), ("channel", channels)] {
            guard let value = try json.optionalMember(name) else { continue }
            guard words.contains(try value.string()) else {
                throw value.failure("Expected one of \(words.joined(separator: ", ")).")
            }
            found[name] = value.value
        }
        return found
    }
}
