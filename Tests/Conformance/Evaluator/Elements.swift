// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The elements of a list of model values, one by one.
struct Elements<Element: Examined>: Examined {
    let elements: [Element]
    init(_ elements: [Element]) { self.elements = elements }

    var json: JSON { get throws { .array(try elements.map { try $0.json }) } }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "count", "size": return JSON.integer(Int64(elements.count))
        case "isEmpty": return JSON.bool(elements.isEmpty)
        case "first": return elements.first
        case "last": return elements.last
        default: throw Unanswered.unhandled("a list has no member \(member)")
        }
    }

    func map(_ member: String) throws -> JSON { .array(try elements.map { try $0.get(member)?.json ?? .null }) }

    func index(_ place: JSON) throws -> (any Examined)? {
        guard let index = place.integer, elements.indices.contains(Int(clamping: index)) else { return nil }
        return elements[Int(clamping: index)]
    }
}
