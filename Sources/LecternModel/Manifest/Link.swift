// SPDX-License-Identifier: BSD-3-Clause

/// A reference to a resource (RWPM, Link Object).
public struct Link: Sendable, Equatable {
    /// Relative to the root of the publication and normalised (see `Href`), or absolute; a URI template if
    /// `isTemplated`.
    public var href: String
    public var type: String?
    public var title: String?
    public var rels: [String] {
        get { details.first?.rels ?? [] }
        set { change(isEmpty: newValue.isEmpty) { $0.rels = newValue } }
    }
    public var properties: JSONObject {
        get { details.first?.properties ?? JSONObject() }
        set { change(isEmpty: newValue.isEmpty) { $0.properties = newValue } }
    }
    /// Seconds.
    public var duration: Double? {
        get { details.first?.duration }
        set { change(isEmpty: newValue == nil) { $0.duration = newValue } }
    }
    public var alternates: [Link] {
        get { details.first?.alternates ?? [] }
        set { change(isEmpty: newValue.isEmpty) { $0.alternates = newValue } }
    }
    public var children: [Link] {
        get { details.first?.children ?? [] }
        set { change(isEmpty: newValue.isEmpty) { $0.children = newValue } }
    }
    /// Members that links in text publications rarely have.
    public var more: More {
        get { details.first?.more.first ?? More() }
        set { change(isEmpty: newValue == More()) { $0.more = newValue == More() ? [] : [newValue] } }
    }
    public var isTemplated: Bool {
        get { details.first?.more.first?.isTemplated ?? false }
        set { more.isTemplated = newValue }
    }

    /// Whether the link has only an href, a type and a title.
    public var isPlain: Bool { details.isEmpty }

    /// Members that most links do not have.  The array has at most one element: it serves as a box with value
    /// semantics, which keeps links small, and manifests with thousands of links fast.
    private var details: [Details] = []

    private struct Details: Equatable, Sendable {
        var rels: [String] = []
        var properties = JSONObject()
        var duration: Double?
        var alternates: [Link] = []
        var children: [Link] = []
        /// Boxed for the same reason.
        var more: [More] = []
    }

    public struct More: Equatable, Sendable {
        public var isTemplated = false
        /// In pixels.
        public var height: Int?
        public var width: Int?
        /// Bytes, before compression and encryption.
        public var size: Int?
        /// Kilobits per second.
        public var bitrate: Double?
        public var languages: [String] = []
        /// Members that RWPM does not define.
        public var other = JSONObject()

        public init() {}
    }

    public init(
        href: String, type: String? = nil, title: String? = nil, rels: [String] = [], children: [Link] = []
    ) {
        self.href = href
        self.type = type
        self.title = title
        if !rels.isEmpty || !children.isEmpty { details = [Details(rels: rels, children: children)] }
    }

    /// - Parameter isEmpty: whether the new value is empty.
    @inline(__always)
    private mutating func change(isEmpty: Bool, _ change: (inout Details) -> Void) {
        if details.isEmpty {
            if isEmpty { return }
            details.append(Details())
        }
        change(&details[0])
        if isEmpty && details[0] == Details() { details = [] }
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("href", href)
        json.member("type", ifPresent: type)
        json.member("title", ifPresent: title)
        if let details = details.first {
            json.member("rel", ifNotEmpty: details.rels)
            json.member("properties", ifNotEmpty: details.properties)
            json.member("duration", ifPresent: details.duration)
            details.more.first?.writeMembers(to: &json)
            json.member("alternate", ifNotEmpty: details.alternates)
            json.member("children", ifNotEmpty: details.children)
            details.more.first.map { json.members(of: $0.other) }
        }
        json.endObject()
    }

    /// The layout that the resource itself declares, `fixed` or `reflowable`.
    public var layout: Layout? {
        let layout = properties["layout"]?.string.flatMap(Layout.init(rawValue:))
        return layout == .scrolled ? nil : layout
    }
}

extension Link.More {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        if isTemplated { json.member("templated", true) }
        json.member("height", ifPresent: height)
        json.member("width", ifPresent: width)
        json.member("size", ifPresent: size)
        json.member("bitrate", ifPresent: bitrate)
        json.member("language", ifNotEmpty: languages)
    }
}

extension JSONWriter {
    public mutating func links(_ links: [Link]) {
        beginArray()
        _ = links.place {
            $0.write(to: &self)
            return false
        }
        endArray()
    }

    public mutating func member(_ name: StaticString, ifNotEmpty links: [Link]) {
        guard !links.isEmpty else { return }
        key(name)
        self.links(links)
    }
}
