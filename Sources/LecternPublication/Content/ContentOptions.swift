// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// How the content of a publication is returned (schema `content-options`).
public struct ContentOptions: Sendable {
    /// How texts are split; without it, elements have no tokens.
    public let tokens: TokenOptions?

    /// {"tokens": {"unit": "word"}}
    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["tokens"])
        tokens = try json.optionalMember("tokens").map { member throws(Failure) in try TokenOptions(member) }
    }
}
