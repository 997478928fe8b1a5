// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Answers the vectors of the kinds `href`, `href-normalise` and `uri-template`.
enum HrefRoom {
    /// Kotlin's `Href`: a URL or a template of URLs.
    static let room: Room = { vector in
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

    /// Hrefs as a publication has them; comparison.py brings them to the spelling of the Go toolkit.
    static let normalisation: Room = { vector in
        if vector.op == "call" { return try resolved(vector) }
        let base = HrefBase(href: Href.normalized(vector["base"]?.string ?? ""))
        return JSON.string(base.resolve(vector["href"]?.string ?? ""))
    }

    /// Links and manifests with hrefs that are relative to nothing.
    private static func resolved(_ vector: Vector) throws -> JSON? {
        let (type, json) = vector.subject
        var reader = ManifestReader(JSONReader(json, source: "vector"))
        let base = (vector["args"]?.object?["to"] ?? vector.arguments[0]).string.flatMap { URLReference($0) }
        switch (type, vector["method"]?.string) {
        case ("Link", "normalizeHREFs"):
            guard let link = Link(json, &reader) else { return nil }
            return try written((base.map(link.resolved) ?? link).write)
        case ("Manifest", "normalizeHREFs"), ("Manifest", "normalizeHREFsToSelf"):
            let manifest = try Manifest(json, &reader)
            return try written(((base ?? manifest.baseURL).map(manifest.resolved) ?? manifest).write)
        default: throw Unanswered.unhandled("there is no way to ask this")
        }
    }

    static let templates: Room = { vector in
        let template = try URITemplate(vector["template"]?.string ?? "")
        switch vector.op {
        case "parameters": return JSON.array(template.parameters.map(JSON.string))
        case "expand": return JSON.string(try template.expand(parameters(vector["parameters"] ?? .null)))
        default: throw Unanswered.unhandled("a template has no operation \(vector.op)")
        }
    }

    private static func parameters(_ json: JSON) -> JSONReader {
        JSONReader(.object(json.object ?? JSONObject()), source: "parameters")
    }
}
