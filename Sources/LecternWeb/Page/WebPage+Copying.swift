// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Copying within the limits of a licence.  A service of the host may answer the routes.
extension WebPage {
    private static let rights = "~readium/content-protection"

    /// The number of characters that may still be copied; nil if copying is not limited.
    var charactersToCopyLeft: Int64? {
        guard book.manifest.links.contains(where: { $0.href == WebPage.rights }) else { return nil }
        // Rights that cannot be read allow nothing.
        guard let answer = try? book.get(WebPage.rights), let text = try? answer.read(offset: 0, length: .max),
            let json = try? text.withBytes({ (bytes) throws(Failure) in
                try JSONParser.parse(bytes, source: "rights", maxDepth: Limits().maxJSONDepth)
            }), let rights = json.object?["rights"]?.object, rights["canCopy"]?.bool == true
        else { return 0 }
        return rights["charactersToCopyLeft"]?.integer
    }

    /// Counts a text that the reader has copied.
    func count(copied text: JSONReader) throws(Failure) {
        let values: JSON = ["text": .string(try text.string())]
        let route = try URITemplate("~readium/rights/copy{?text}").expand(JSONReader(values, source: "copy"))
        _ = try book.get(route)
    }
}
