// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Answers the vectors of the kind `href`.
enum HrefHandler {
    /// Kotlin's `Href`: a URL or a URL template.
    static let handler: Handler = { vector in
        let text = vector.subject.value.string ?? ""
        let template = try URITemplate(text)
        switch vector["member"]?.string ?? vector["method"]?.string {
        case "isTemplated": return JSON.bool(!template.parameters.isEmpty)
        case "parameters": return JSON.array(template.parameters.map(JSON.string))
        case "toString": return JSON.string(text)
        case "resolve":
            let arguments = vector.arguments
            let base = (arguments["base"] ?? arguments[0]).string
            let values = arguments["parameters"] ?? (base == nil ? arguments[0] : arguments[1])
            let expanded = try template.expand(parameters(values))
            guard let url = URLReference(lenient: expanded) else { return nil }
            return JSON.string((base.flatMap(URLReference.init(_:))?.resolve(url) ?? url).string)
        default: throw Unanswered.unhandled("this is no question to an href")
        }
    }

    private static func parameters(_ json: JSON) -> JSONReader {
        JSONReader(.object(json.object ?? JSONObject()), source: "parameters")
    }
}
