// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Writes JSON as a Lua table, as KOReader does.
enum LuaWriter {
    static func indentation(_ count: Int) -> String { String(repeating: "    ", count: count) }

    static func field(_ name: String, _ value: JSON, indent: Int) -> String {
        // A table with gaps was read as an object, with its numbers as names.
        let isNumber = name.utf8.count < 10 && Int(name).map { $0 > 0 && "\($0)".isExactly(name) } ?? false
        return indentation(indent) + "[" + (isNumber ? name : quoted(name)) + "] = " + text(value, indent: indent)
    }

    static func text(_ value: JSON, indent: Int) -> String {
        let fields: [String]
        if let text = value.string {
            return quoted(text)
        } else if let object = value.object {
            fields = object.members.filter { !$0.value.isNull }.map { field($0.key, $0.value, indent: indent + 1) }
        } else if let list = value.array {
            fields = list.enumerated().map { field("\($0.offset + 1)", $0.element, indent: indent + 1) }
        } else {
            return value.isNull ? "nil" : JSONWriter.text(of: value).text
        }
        if fields.isEmpty { return "{}" }
        return "{\n" + fields.map { $0 + ",\n" }.joined() + indentation(indent) + "}"
    }

    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            case 0..<0x20, 0x7F: bytes += "\\\(byte < 10 ? "00" : byte < 100 ? "0" : "")\(byte)".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }
}
