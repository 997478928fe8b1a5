// SPDX-License-Identifier: BSD-3-Clause

extension Locator.Locations {
    /// The contents of the fragments, in the common syntaxes.
    public var parsedFragments: Fragments { Fragments(fragments) }
}

/// Parsed fragments: an element of HTML, a time or a region (Media Fragments URI 1.0), a page or a rectangle of a PDF
/// (RFC 8118).
public struct Fragments: Sendable {
    /// A time interval in seconds; a nil bound is open.
    public struct Time: Sendable, Equatable {
        public let begin: Double?
        public let end: Double?
    }

    public struct Rectangle: Sendable, Equatable {
        public let x: Double
        public let y: Double
        public let width: Double
        public let height: Double
    }

    /// A region of an image, in pixels or in percent.
    public struct Space: Sendable, Equatable {
        public let rectangle: Rectangle
        public let isPercent: Bool
    }

    private let values: [Substring]
    private let parameters: [(name: Substring, value: Substring)]

    public init(_ fragments: [String]) {
        values = fragments.map { $0.utf8.first == UInt8(ascii: "#") ? $0.dropFirst() : $0[...] }
        parameters = values.flatMap { $0.utf8.split(separator: UInt8(ascii: "&")) }.compactMap { pair in
            pair.firstIndex(of: UInt8(ascii: "=")).map {
                (Substring(pair[..<$0]), Substring(pair[pair.index(after: $0)...]))
            }
        }
    }

    /// The value of the first parameter with this name.
    public subscript(name: String) -> Substring? { parameters.first { $0.name == name }?.value }

    /// `t=10,20`, `t=10`, `t=,20`
    public var time: Time? {
        guard let value = self["t"] else { return nil }
        let parts = value.dropPrefix("npt:").utf8.split(
            separator: UInt8(ascii: ","), maxSplits: 2, omittingEmptySubsequences: false)
        let begin = parts.first.flatMap(Fragments.seconds)
        let end = parts.dropFirst().first.flatMap(Fragments.seconds)
        return begin == nil && end == nil ? nil : Time(begin: begin, end: end)
    }

    /// `page=12`, from 1.
    public var page: Int? { self["page"].flatMap { Int($0) }.flatMap { $0 >= 1 ? $0 : nil } }

    /// `xywh=160,120,320,240`, `xywh=percent:25,25,50,50`
    public var space: Space? {
        guard let value = self["xywh"] else { return nil }
        let isPercent = value.hasPrefix("percent:")
        let numbers = value.dropPrefix("percent:").dropPrefix("pixel:")
        return Fragments.rectangle(numbers).map { Space(rectangle: $0, isPercent: isPercent) }
    }

    /// `viewrect=50,50,640,480`
    public var viewRect: Rectangle? { self["viewrect"].flatMap(Fragments.rectangle) }

    /// The id of an element: a fragment without parameters, or the parameter `id` or `name`.
    public var htmlID: String? {
        let plain = values.first { value in
            !value.isEmpty && !value.utf8.contains(UInt8(ascii: "=")) && !value.hasPrefix(CFIParser.scheme)
        }
        return (plain ?? self["id"] ?? self["name"]).flatMap { $0.isEmpty ? nil : String($0) }
    }

    // MARK: Numbers

    private static func rectangle(_ text: Substring) -> Rectangle? {
        let parts = text.utf8.split(separator: UInt8(ascii: ","), maxSplits: 4, omittingEmptySubsequences: false)
        let numbers = parts.compactMap(decimal)
        guard parts.count == 4, numbers.count == 4 else { return nil }
        return Rectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// `12.5`, `02:05`, `1:02:05.5`
    private static func seconds(_ text: Substring.UTF8View) -> Double? {
        let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
        let numbers = parts.compactMap(decimal)
        guard 1...3 ~= parts.count, numbers.count == parts.count else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 }
    }

    /// Parses digits with at most one point.  `Double` alone accepts more than these syntaxes do.
    private static func decimal(_ text: Substring.UTF8View) -> Double? {
        guard text.count <= 32, text.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
        return Double(Substring(text))
    }
}

extension Substring {
    fileprivate func dropPrefix(_ prefix: String) -> Substring { hasPrefix(prefix) ? dropFirst(prefix.count) : self }
}
