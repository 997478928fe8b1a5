// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel
import LecternText

/// text-quote-anchor: the scores of quotes with these texts before them.
let quoteHandler: Handler = { vector in
    guard vector.op == "matchQuote-scores" else { throw Unanswered.unhandled("the operation \(vector.op)") }
    let text = Array((vector["text"]?.string ?? "").utf16)
    let exact = vector["quote"]?.string ?? ""
    return JSON.array(
        (vector["prefixes"]?.array ?? []).compactMap(\.string).map { prefix in
            TextQuote(exact, prefix: prefix).match(in: text).map { .double($0.score) } ?? .null
        })
}

/// text-quote-anchor-html
let quoteHTMLHandler: Handler = { vector in
    guard let quote = TextQuote(Locator.Text(vector["text"]?.object ?? JSONObject())) else { return nil }
    let file = try FileSource(path: vector.folder + (vector["fixture"]?.string ?? ""))
    let bytes = try ByteBuffer(capacity: Int(file.size())) { (space) throws(Failure) in
        try file.read(at: 0, into: space)
    }
    let tree = try ContentDocument.parse(bytes, type: MediaType.html)
    let body = tree.body
    guard let body, let anchor = tree.anchor(quote, in: body) else { return nil }
    func point(_ point: TextAnchor.Point) -> (JSON, JSON) {
        (.string(tree.path(to: point.element, from: body)), .integer(Int64(point.offset)))
    }
    let (start, end) = (point(anchor.start), point(anchor.end))
    return [
        "domRange": [
            "startContainer": start.0, "startOffset": start.1, "endContainer": end.0, "endOffset": end.1,
        ],
        "textContentRange": .array([anchor.range.lowerBound, anchor.range.upperBound].map { .integer(Int64($0)) }),
    ] as JSON
}
