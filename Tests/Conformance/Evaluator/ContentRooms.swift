// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPublication
import ToolkitContent

/// content-iterator
let contentIteratorRoom: Room = { vector in
    guard vector.op == "content-iterator" else { throw Unanswered.unhandled("the operation \(vector.op)") }
    let start = try Locator(JSONReader(vector["start"] ?? .null, source: "start"))
    let tree = try ContentDocument.parse(ByteBuffer(vector["html"]?.string ?? ""), type: start.type)
    var range: ClosedRange<Double>?
    let bounds = vector["totalProgressionRange"]?.array?.compactMap(\.number) ?? []
    if bounds.count == 2, bounds[0] <= bounds[1] {
        range = bounds[0]...bounds[1]
    }
    var iterator = HTMLContentIterator(tree, from: start, range: range)
    var answer: JSON?
    for call in vector["calls"]?.array ?? [] {
        switch call.string {
        case "next": answer = try iterator.next().map(examined)
        case "previous": answer = try iterator.previous().map(examined)
        case "hasNext": answer = .bool(iterator.hasNext)
        case "hasPrevious": answer = .bool(iterator.hasPrevious)
        default: throw Unanswered.unhandled("the call \(call)")
        }
    }
    return answer
}

/// Once out and in and out again: nothing gets lost.
private func examined(_ element: ContentElement) throws -> JSON {
    let json = try written { element.write(to: &$0) }
    let read = try ContentElement(JSONReader(json, source: "element"))
    return try written { read.write(to: &$0) }
}
