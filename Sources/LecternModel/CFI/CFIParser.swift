// SPDX-License-Identifier: BSD-3-Clause

extension CFI {
    /// Parses `epubcfi(…)`.  After a `#`, it is parsed as the fragment of a URI, which is percent-encoded.
    ///
    /// - Throws: a failure whose path has the number of the character, from 1.
    public init(_ text: String) throws(Failure) {
        if text.utf8.first == UInt8(ascii: "#") {
            let fragment = text.dropFirst()
            self = try CFIParser.parse(PercentEncoding.decoded(fragment) ?? String(fragment))
        } else {
            self = try CFIParser.parse(text)
        }
    }

    /// Parses the part of a CFI in one document, which follows the last `!`, such as `/4/2/1:3` or a range.  A
    /// complete CFI is accepted too, and reduced to that part.
    public init?(partial text: String) {
        do throws(Failure) {
            let isWhole = text.hasPrefix(CFIParser.scheme)
            self = try CFIParser.parse(isWhole ? text : "\(CFIParser.scheme)\(text))", isPartial: !isWhole).inDocument
        } catch {
            return nil
        }
    }

    /// The part after the last `!`.
    public var inDocument: CFI {
        guard let range else { return CFI(path.inDocument) }
        if range.start.documents.count == 1, range.end.documents.count == 1 {
            return CFI(path.inDocument, range: range)
        }
        // The ends have no common path in one document.  If they are in two documents, the start stands for the whole
        // range.
        let (from, to) = (start.path, end.path)
        let isOneDocument = from.documents.dropLast().elementsEqual(to.documents.dropLast()) { a, b in
            a.elementsEqual(b) { $0.number == $1.number }
        }
        return isOneDocument ? CFI(partialFrom: from.inDocument, to: to.inDocument) : from.only
    }

    /// Creates the range between two points of a document.  The parent path is empty if they share only the root.
    public init(partialFrom start: Path, to end: Path) {
        self = CFI(from: start, to: end) ?? CFI(Path(documents: []), range: Ends(start: start, end: end))
    }

    /// Returns the complete CFI of a partial one, where `base` is the path to its document.
    public func within(_ base: [Step]) -> CFI {
        let whole = Path(documents: [base, []])
        guard let range else { return CFI(whole.appending(path)) }
        guard path.documents == [[]] else { return CFI(whole.appending(path), range: range) }
        // The grammar requires a step after `!`.
        func behind(_ end: Path) -> Path { Path(documents: [[]] + end.documents, terminal: end.terminal) }
        return CFI(Path(documents: [base]), range: Ends(start: behind(range.start), end: behind(range.end)))
    }

    /// The text without `epubcfi(` and `)`.
    public var partialText: String { String(text.dropFirst(CFIParser.scheme.count).dropLast()) }
}

extension CFI.Path {
    fileprivate var only: CFI { CFI(inDocument) }

    /// The part after the last `!`.
    var inDocument: CFI.Path { CFI.Path(documents: documents.suffix(1), terminal: terminal) }
}

/// A parser for the grammar of EPUB CFI 1.1, section 2.2.
struct CFIParser {
    static let scheme = "epubcfi("
    private static let maxSteps = 20_000
    private static let maxDigits = 9

    private let bytes: [UInt8]
    private var at = 0
    private var steps = 0

    /// - Parameter isPartial: whether the parent path of a range may be empty.
    static func parse(_ text: String, isPartial: Bool = false) throws(Failure) -> CFI {
        var parser = CFIParser(bytes: Array(text.utf8))
        // A percent-encoded NUL would truncate the C string that is returned.
        if let nul = parser.bytes.firstIndex(of: 0) {
            parser.at = nul
            throw parser.failure("A CFI must not contain NUL.")
        }
        return try parser.cfi(isPartial: isPartial)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    // MARK: Characters

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private func failure(_ message: String) -> Failure {
        let before = String(decoding: bytes[..<min(at, bytes.count)], as: UTF8.self)
        return Failure(.argument, message, path: ["character \(before.unicodeScalars.count + 1)"])
    }

    // MARK: Grammar

    private mutating func cfi(isPartial: Bool) throws(Failure) -> CFI {
        guard bytes.starts(with: CFIParser.scheme.utf8) else {
            throw failure("A CFI must begin with \"\(CFIParser.scheme)\".")
        }
        at = CFIParser.scheme.utf8.count
        let sharesNothing = isPartial && next == UInt8(ascii: ",")
        let path = try sharesNothing ? CFI.Path(documents: []) : path(isWhole: true)
        var range: CFI.Ends?
        if skip(",") {
            guard path.terminal.isEmpty else { throw failure("The parent path of a range must not have an offset.") }
            let start = try self.path(isWhole: false)
            guard skip(",") else { throw failure("Expected \",\" and the end of the range.") }
            range = CFI.Ends(start: start, end: try self.path(isWhole: false))
        }
        guard skip(")") else { throw failure("Expected \")\" at the end of the CFI.") }
        guard at == bytes.count else { throw failure("Unexpected text after the CFI.") }
        return CFI(path, range: range)
    }

    /// - Parameter isWhole: whether the path begins at the root, rather than where the parent path ends.
    private mutating func path(isWhole: Bool) throws(Failure) -> CFI.Path {
        var documents: [[CFI.Step]] = [[]]
        while let byte = next, byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") {
            at += 1
            if byte == UInt8(ascii: "/") {
                documents[documents.count - 1].append(try step())
            } else {
                guard !isWhole || documents.last?.isEmpty == false, next == UInt8(ascii: "/") else {
                    throw failure("\"!\" is only allowed between two steps.")
                }
                documents.append([])
            }
        }
        let terminal = try terminal()
        guard documents.last?.isEmpty == false || !isWhole && !terminal.isEmpty else {
            throw failure("Expected a step such as \"/4\".")
        }
        return CFI.Path(documents: documents, terminal: terminal)
    }

    private mutating func step() throws(Failure) -> CFI.Step {
        steps += 1
        guard steps <= CFIParser.maxSteps else { throw failure("The CFI has more than \(CFIParser.maxSteps) steps.") }
        var step = CFI.Step(try integer())
        if next == UInt8(ascii: "[") { step.assertion = try assertion() }
        return step
    }

    private mutating func terminal() throws(Failure) -> CFI.Terminal {
        var terminal = CFI.Terminal()
        if skip(":") {
            terminal.offset = try integer()
        } else {
            if skip("~") { terminal.time = try decimal() }
            if skip("@") {
                let x = try decimal()
                guard skip(":") else { throw failure("A spatial offset must have two numbers, such as \"@50:75\".") }
                terminal.point = CFI.Point(x: x, y: try decimal())
            }
        }
        if terminal.hasPlace, next == UInt8(ascii: "[") { terminal.assertion = try assertion() }
        return terminal
    }

    private mutating func digits() throws(Failure) -> ArraySlice<UInt8> {
        let digits = bytes[at...].prefix(while: ASCII.isDigit)
        guard let first = digits.first else { throw failure("Expected a number.") }
        guard digits.count <= CFIParser.maxDigits else { throw failure("The number is too large.") }
        guard digits.count == 1 || first != UInt8(ascii: "0") else {
            throw failure("Numbers must not have leading zeros.")
        }
        at = digits.endIndex
        return digits
    }

    private mutating func integer() throws(Failure) -> Int {
        try digits().reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }

    private mutating func decimal() throws(Failure) -> CFI.Decimal {
        var text = String(decoding: try digits(), as: UTF8.self)
        if skip(".") {
            let fraction = bytes[at...].prefix(while: ASCII.isDigit)
            guard !fraction.isEmpty else { throw failure("Expected a digit after the decimal point.") }
            at = fraction.endIndex
            let end = fraction.lastIndex { $0 != UInt8(ascii: "0") }
            if let end { text += "." + String(decoding: fraction[...end], as: UTF8.self) }
        }
        guard let number = CFI.Decimal(text) else { throw failure("Expected a number.") }
        return number
    }

    // MARK: Assertions

    private mutating func assertion() throws(Failure) -> CFI.Assertion {
        at += 1
        var assertion = CFI.Assertion()
        assertion.values = try values()
        while skip(";") {
            let name = try value()
            guard !name.isEmpty, skip("=") else {
                throw failure("A parameter must have a name and a value, such as \"s=b\".")
            }
            assertion.parameters.append(CFI.Parameter(name: name, values: try values()))
        }
        guard skip("]") else {
            throw failure(
                next == nil
                    ? "The assertion has no closing bracket."
                    : "This character must be escaped with \"^\" in an assertion.")
        }
        guard !assertion.isEmpty else { throw failure("The assertion is empty.") }
        return assertion
    }

    /// Parses comma-separated values, dropping empty ones at the end.
    private mutating func values() throws(Failure) -> [String] {
        var values = [try value()]
        while skip(",") { values.append(try value()) }
        while values.last?.isEmpty == true { values.removeLast() }
        return values
    }

    private mutating func value() throws(Failure) -> String {
        var value: [UInt8] = []
        while let byte = next {
            if byte == UInt8(ascii: "^") {
                at += 1
                guard let escaped = next else { throw failure("Expected a character after \"^\".") }
                value.append(escaped)
            } else if CFI.isSpecial(byte) {
                break
            } else {
                value.append(byte)
            }
            at += 1
        }
        return String(decoding: value, as: UTF8.self)
    }
}
