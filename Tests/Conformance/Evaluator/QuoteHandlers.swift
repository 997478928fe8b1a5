// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel
import LecternPublication

/// text-quote-anchor
let quoteHandler: Handler = { vector in
    let text = Array((vector["text"]?.string ?? "").utf16)
    let exact = vector["quote"]?.string ?? ""
    switch vector.op {
    case "matchQuote":
        let context = vector["context"]?.object
        let quote = TextQuote(
            exact, prefix: context?["prefix"]?.string, suffix: context?["suffix"]?.string,
            hint: context?["hint"]?.integer.map { Int($0) })
        return quote.match(in: text).map { match in
            var answer: JSONObject = JSONObject()
            answer["start"] = .integer(Int64(match.range.lowerBound))
            answer["end"] = .integer(Int64(match.range.upperBound))
            answer["score"] = .double(match.score)
            return More(json: .object(answer))
        }
    case "matchQuote-scores":
        func scores(_ list: JSON?, _ quote: (String) -> TextQuote) -> [JSON] {
            (list?.array ?? []).compactMap(\.string).map {
                quote($0).match(in: text).map { .double($0.score) } ?? .null
            }
        }
        return JSON.array(
            scores(vector["prefixes"]) { TextQuote(exact, prefix: $0) }
                + scores(vector["suffixes"]) { TextQuote(exact, suffix: $0) }
                + scores(vector["quotes"]) { TextQuote($0) }
                + (vector["hints"]?.array ?? []).map { hint in
                    let quote = TextQuote(exact, hint: hint.integer.map { Int($0) })
                    return quote.match(in: text).map { .double($0.score) } ?? .null
                })
    default: throw Unanswered.unhandled("the operation \(vector.op)")
    }
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
