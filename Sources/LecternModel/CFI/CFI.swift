// SPDX-License-Identifier: BSD-3-Clause

/// An EPUB Canonical Fragment Identifier (EPUB CFI 1.1): a point in a publication, or a range between two points.
public struct CFI: Sendable, Equatable {
    /// The path to the point; in a range, the parent path that both ends share.
    public var path: Path
    /// The remaining paths of the two ends; nil if this is a point.
    public var range: Ends?

    public init(_ path: Path, range: Ends? = nil) {
        self.path = path
        self.range = range
    }

    public struct Ends: Sendable, Equatable {
        public var start: Path
        public var end: Path
    }

    /// Steps from the root of a document, then from the root of each document that a `!` redirects to.
    public struct Path: Sendable, Equatable {
        /// Never empty.  In an end of a range, the first steps continue in the last document of the parent path.
        public var documents: [[Step]]
        public var terminal = Terminal()

        public init(documents: [[Step]], terminal: Terminal = Terminal()) {
            self.documents = documents.isEmpty ? [[]] : documents
            self.terminal = terminal
        }

        /// Returns this path extended by another.
        public func appending(_ rest: Path) -> Path {
            let joint = (documents.last ?? []) + (rest.documents.first ?? [])
            return Path(documents: documents.dropLast() + [joint] + rest.documents.dropFirst(), terminal: rest.terminal)
        }
    }

    /// A child of a node: elements have even numbers, and the text between them odd ones.
    public struct Step: Sendable, Equatable {
        public var number: Int
        public var assertion = Assertion()

        public init(_ number: Int, id: String? = nil) {
            self.number = number
            if let id, !id.isEmpty { assertion.values = [id] }
        }

        /// The id asserted for the element, if any.
        public var id: String? { isElement ? assertion.values.first.flatMap { $0.isEmpty ? nil : $0 } : nil }

        public var isElement: Bool { number % 2 == 0 }
    }

    /// The part after the last step: a character, temporal or spatial offset.
    public struct Terminal: Sendable, Equatable {
        /// UTF-16 code units.
        public var offset: Int?
        /// Seconds.
        public var time: Decimal?
        /// Percentages of the width and the height.
        public var point: Point?
        /// The text before and after the offset.
        public var assertion = Assertion()

        public init(offset: Int? = nil) { self.offset = offset }

        public var isEmpty: Bool { self == Terminal() }
        var hasPlace: Bool { offset != nil || time != nil || point != nil }

        public var textBefore: String? { text(0) }
        public var textAfter: String? { text(1) }

        private func text(_ index: Int) -> String? {
            assertion.values.dropFirst(index).first.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    public struct Point: Sendable, Equatable {
        public let x: Decimal
        public let y: Decimal
    }

    /// The contents of brackets: values that must match the document, and parameters.
    public struct Assertion: Sendable, Equatable {
        public var values: [String] = []
        public var parameters: [Parameter] = []

        public init() {}

        var isEmpty: Bool { values.isEmpty && parameters.isEmpty }

        /// The side bias: which side of a break the point belongs to, "b" for before or "a" for after.
        public var side: String? {
            guard let side = parameters.last(where: { $0.name == "s" })?.values, ["a", "b"].contains(side.first),
                side.count == 1
            else { return nil }
            return side.first
        }
    }

    public struct Parameter: Sendable, Equatable {
        public let name: String
        public let values: [String]
    }

    /// A decimal number as written, without trailing zeros in its fraction.
    public struct Decimal: Sendable, Equatable {
        let text: String
        public let value: Double

        init?(_ text: String) {
            guard let value = Double(text), value.isFinite else { return nil }
            self.text = text
            self.value = value
        }
    }

    // MARK: Ends

    /// The start of the range, or the point itself.
    public var start: CFI { CFI(range.map { path.appending($0.start) } ?? path) }
    /// The end of the range, or the point itself.
    public var end: CFI { CFI(range.map { path.appending($0.end) } ?? path) }

    /// Creates the range between two points.  The parent path is the longest common prefix, but never contains the
    /// last step of an end or a step to text, and never ends in `!`.  Returns nil if there is no common prefix, since
    /// the grammar does not allow an empty parent path.
    public init?(from start: Path, to end: Path) {
        var shared: [[Step]] = []
        for (depth, (a, b)) in zip(start.documents, end.documents).enumerated() {
            let most = min(
                depth + 1 == start.documents.count ? a.count - 1 : a.count,
                depth + 1 == end.documents.count ? b.count - 1 : b.count)
            let count = zip(a, b).prefix(max(0, most)).prefix { $0.number == $1.number && $0.isElement }.count
            if count > 0 { shared.append(Array(a.prefix(count))) }
            if count < a.count || count < b.count { break }
        }
        guard !shared.isEmpty else { return nil }
        let parent = Path(documents: shared)
        self.init(parent, range: Ends(start: start.dropping(parent), end: end.dropping(parent)))
    }
}

extension CFI.Path {
    /// Returns the path without the prefix `parent`.
    fileprivate func dropping(_ parent: CFI.Path) -> CFI.Path {
        let whole = parent.documents.count - 1
        let rest = documents.dropFirst(whole)
        let first = (rest.first ?? []).dropFirst(parent.documents.last?.count ?? 0)
        return CFI.Path(documents: [Array(first)] + rest.dropFirst(), terminal: terminal)
    }
}
