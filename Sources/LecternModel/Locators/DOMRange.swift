// SPDX-License-Identifier: BSD-3-Clause

/// A range in a document (Readium, Locator extensions for HTML); a point if it has no end.
public struct DOMRange: Sendable, Equatable {
    public var start: Point
    public var end: Point?

    public init(start: Point, end: Point? = nil) {
        self.start = start
        self.end = end
    }

    public init(_ json: JSONReader) throws(Failure) {
        start = try Point(json.member("start"))
        end = try json.optionalValue("end").flatMap(Point.init)
    }

    /// Reads a range leniently: an invalid end does not affect the start.
    public init(lenient json: JSONReader) throws(Failure) {
        start = try Point(json.member("start"))
        end = try json.optionalValue("end").flatMap { try? Point($0) }
    }

    public var json: JSON {
        var object = JSONObject()
        object["start"] = start.json
        object["end"] = end?.json
        return .object(object)
    }

    /// A position in a text node.
    public struct Point: Sendable, Equatable {
        /// The element that contains the text node.
        public var cssSelector: String
        /// The index among the text nodes of the element, from 0.
        public var textNodeIndex: Int
        /// UTF-16 code units, from 0; nil is the start of the text in a start point, and its end in an end point.
        public var charOffset: Int?

        public init(cssSelector: String, textNodeIndex: Int, charOffset: Int? = nil) {
            self.cssSelector = cssSelector
            self.textNodeIndex = textNodeIndex
            self.charOffset = charOffset
        }

        public init(_ json: JSONReader) throws(Failure) {
            cssSelector = try json.member("cssSelector").string()
            let index = try json.member("textNodeIndex")
            textNodeIndex = Int(clamping: try index.unsignedInteger(in: 0...UInt64(Int32.max)))
            // Older locators call it "offset".  An invalid offset does not affect the rest.
            let object = try json.object()
            charOffset = object["charOffset"]?.count ?? object["offset"]?.count
        }

        public var json: JSON {
            var object = JSONObject()
            object["cssSelector"] = .string(cssSelector)
            object["textNodeIndex"] = .integer(Int64(textNodeIndex))
            object["charOffset"] = charOffset.map { .integer(Int64($0)) }
            return .object(object)
        }
    }
}

extension JSON {
    /// The value as a non-negative integer; nil for any other value.
    var count: Int? { integer.flatMap { $0 >= 0 ? Int(exactly: $0) : nil } }
}
