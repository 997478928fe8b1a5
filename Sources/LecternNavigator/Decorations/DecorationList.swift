// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The decorations of one group, with unique ids: of those that are given the same id, only the last one counts.
public struct DecorationList: Sendable {
    public let decorations: [Decoration]
    let index: DecorationIndex

    public init(_ decorations: [Decoration] = []) {
        let index = DecorationIndex(decorations)
        guard let isReplaced = index.replaced else {
            self.decorations = decorations
            self.index = index
            return
        }
        self.decorations = zip(decorations, isReplaced).filter { !$0.1 }.map(\.0)
        self.index = DecorationIndex(self.decorations)
    }

    public subscript(id: String) -> Decoration? {
        index.position(ofID: id, in: decorations).map { decorations[$0] }
    }

    /// An array of decorations (schema `decorations`).
    public func write(to json: inout JSONWriter) {
        json.array(decorations) { $0.write(to: &$1) }
    }

    public func text() -> ByteBuffer {
        var json = JSONWriter(capacity: decorations.reduce(16) { $0 + $1.size })
        write(to: &json)
        return json.finish()
    }
}

// MARK: Reading

extension DecorationList {
    public init(_ json: JSONReader) throws(Failure) {
        var decorations: [Decoration] = []
        for element in try json.elements() { decorations.append(try Decoration(element)) }
        self.init(decorations)
    }

    /// Reads JSON text (schema `decorations`), which is copied.
    ///
    /// - Parameter source: what an error path calls the text.
    public init(text input: UnsafeRawBufferPointer, source: String) throws(Failure) {
        guard input.count <= TextPlace.maxTextSize else {
            throw Failure(.limit, "The decorations are more than \(TextPlace.maxTextSize) bytes.", path: [source])
        }
        let text = ByteBuffer(copying: input)
        defer { withExtendedLifetime(text) {} }
        if let decorations = try DecorationList.scan(text, source: source) {
            self.init(decorations)
        } else {
            // Something in the text is not JSON, or is nested so deep that the scanner gave up.
            try self.init(JSONReader(JSONParser.parse(input, source: source), source: source))
        }
    }

    /// nil when the text is not a well-formed array.
    private static func scan(_ text: ByteBuffer, source: String) throws(Failure) -> [Decoration]? {
        guard var scanner = DecorationScanner(text), scanner.take(UInt8(ascii: "[")) else { return nil }
        var decorations: [Decoration] = []
        decorations.reserveCapacity(text.count / 160)
        guard !scanner.take(UInt8(ascii: "]")) else { return scanner.isAtEnd() ? decorations : nil }
        repeat {
            if let decoration = scanner.decoration() {
                decorations.append(decoration)
                continue
            }
            guard let other = scanner.value() else { return nil }
            let value = try JSONParser.parse(UnsafeRawBufferPointer(other), source: source)
            let reader = JSONReader(.null, source: source).step("\(decorations.count)", value)
            decorations.append(try Decoration(reader))
        } while scanner.take(UInt8(ascii: ","))
        return scanner.take(UInt8(ascii: "]")) && scanner.isAtEnd() ? decorations : nil
    }
}
