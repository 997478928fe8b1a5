// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The view that displays a publication, in CSS pixels (schema `viewport`).
public struct Viewport: Sendable, Equatable {
    public enum Orientation: String, Sendable, CaseIterable { case landscape, portrait }

    /// Areas at the edges that are covered, such as by a notch or a tool bar.
    public struct Insets: Sendable, Equatable {
        public var top = 0.0
        public var right = 0.0
        public var bottom = 0.0
        public var left = 0.0
    }

    public let width: Double
    public let height: Double
    /// nil derives the orientation from the size.
    public let orientation: Orientation?
    public let insets: Insets

    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["width", "height", "orientation", "insets"])
        width = try Viewport.length(json.member("width"))
        height = try Viewport.length(json.member("height"))
        orientation = try json.optionalMember("orientation").map { json throws(Failure) in
            try json.choice(Orientation.self)
        }
        insets = try json.optionalMember("insets").map(Viewport.insets) ?? Insets()
    }

    private static let edges: [(name: String, edge: WritableKeyPath<Insets, Double> & Sendable)] = [
        ("top", \.top), ("right", \.right), ("bottom", \.bottom), ("left", \.left),
    ]

    private static func insets(_ json: JSONReader) throws(Failure) -> Insets {
        try json.rejectUnknownMembers(edges.map(\.name))
        var insets = Insets()
        for (name, edge) in edges {
            if let member = try json.optionalMember(name) { insets[keyPath: edge] = try length(member) }
        }
        return insets
    }

    private static func length(_ json: JSONReader) throws(Failure) -> Double {
        let length = try json.number()
        guard length >= 0, length.isFinite else {
            throw json.failure("Expected a number that is not negative, found \(json.value.found).")
        }
        return length
    }

    /// Whether two pages fit side by side: the declared orientation, or the size without the insets.
    var isLandscape: Bool {
        if let orientation { return orientation == .landscape }
        return width - insets.left - insets.right > height - insets.top - insets.bottom
    }
}
