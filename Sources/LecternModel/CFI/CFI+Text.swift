// SPDX-License-Identifier: BSD-3-Clause

/// The canonical form.
extension CFI {
    /// `epubcfi(/6/4[chapter]!/4/2/1:3)`
    public var text: String {
        guard let range else { return "epubcfi(\(path.text))" }
        return "epubcfi(\(path.text),\(range.start.text),\(range.end.text))"
    }
}

extension CFI.Path {
    /// `/6/4[chapter]!/4/2/1:3`
    public var text: String {
        var text = ""
        for (index, steps) in documents.enumerated() {
            if index > 0 { text += "!" }
            for step in steps { text += "/\(step.number)\(step.assertion.text)" }
        }
        if let offset = terminal.offset { text += ":\(offset)" }
        if let time = terminal.time { text += "~\(time.text)" }
        if let point = terminal.point { text += "@\(point.x.text):\(point.y.text)" }
        return text + terminal.assertion.text
    }
}

extension CFI.Assertion {
    fileprivate var text: String {
        if isEmpty { return "" }
        let parameters = parameters.map { ";\(CFI.escaped($0.name))=\(CFI.list($0.values))" }
        return "[\(CFI.list(values))\(parameters.joined())]"
    }
}

extension CFI {
    /// Whether the character must be escaped with a circumflex.
    static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "^"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    fileprivate static func list(_ values: [String]) -> String { values.map(escaped).joined(separator: ",") }

    fileprivate static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: isSpecial) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isSpecial(byte) { bytes.append(UInt8(ascii: "^")) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
