// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A value in a document (ISO 32000-1, 7.3), limited to the types that Lectern uses.
public enum PDFObject: Hashable {
    case null
    case integer(Int)
    case name(PDFName)
    case string([UInt8])
    case array([PDFObject])
    case dictionary(PDFDictionary)
    /// A reference to an indirect object by its number.
    case reference(Int)
    /// A real number or a boolean.
    case other
}

public typealias PDFDictionary = [PDFName: PDFObject]

extension PDFObject {
    public var integer: Int? {
        if case .integer(let value) = self { return value }
        return nil
    }

    /// The elements of an array that contains only integers.
    var integers: [Int]? {
        guard case .array(let values) = self else { return nil }
        let integers = values.compactMap(\.integer)
        return integers.count == values.count ? integers : nil
    }

    public var name: PDFName? {
        if case .name(let name) = self { return name }
        return nil
    }

    public var isNull: Bool {
        if case .null = self { return true }
        return false
    }
}

extension PDFCursor {
    private static let maxDepth = 64

    /// Reads the next value.
    public mutating func object() throws(Failure) -> PDFObject { try object(try token(), depth: 0) }

    public mutating func dictionary() throws(Failure) -> PDFDictionary {
        guard case .dictionary(let dictionary) = try object() else { throw PDFInput.damaged }
        return dictionary
    }

    private mutating func object(_ token: PDFToken, depth: Int) throws(Failure) -> PDFObject {
        try input.chargeValue()
        switch token {
        case .integer(let value): return .integer(value)
        case .real, .keyword(.isTrue), .keyword(.isFalse): return .other
        case .name(let name): return .name(name)
        case .string(let bytes): return .string(bytes)
        case .keyword(.null): return .null
        case .arrayStart: return .array(try list(until: .arrayEnd, depth: depth + 1))
        case .dictionaryStart: return try dictionary(try list(until: .dictionaryEnd, depth: depth + 1))
        case .arrayEnd, .dictionaryEnd, .keyword, .end: throw PDFInput.damaged
        }
    }

    private mutating func list(until end: PDFToken, depth: Int) throws(Failure) -> [PDFObject] {
        guard depth <= PDFCursor.maxDepth else { throw PDFInput.damaged }
        var list: [PDFObject] = []
        while true {
            let token = try token()
            if token == end { return list }
            if token == .keyword(.reference) {
                guard let generation = list.popLast()?.integer, let number = list.popLast()?.integer,
                    generation >= 0, number >= 0
                else { throw PDFInput.damaged }
                list.append(.reference(number))
            } else {
                list.append(try object(token, depth: depth))
            }
        }
    }

    private func dictionary(_ list: [PDFObject]) throws(Failure) -> PDFObject {
        guard list.count % 2 == 0 else { throw PDFInput.damaged }
        var dictionary: PDFDictionary = [:]
        for index in stride(from: 0, to: list.count, by: 2) {
            guard case .name(let name) = list[index] else { throw PDFInput.damaged }
            dictionary[name] = list[index + 1]
        }
        return .dictionary(dictionary)
    }
}
