// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Which part of a publication is written as Markdown (schema `markdown-options`).
public struct MarkdownOptions: Sendable {
    public private(set) var href: String?
    public private(set) var section: String?
    public private(set) var start: Locator?
    public private(set) var end: Locator?

    public init() {}

    /// {"href": "text/one.xhtml"}, {"section": "text/one.xhtml#two"}, {"start": {…}, "end": {…}}
    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["href", "section", "start", "end"])
        href = try json.optionalMember("href").map { member throws(Failure) in try member.nonEmptyString() }
        section = try json.optionalMember("section").map { member throws(Failure) in try member.nonEmptyString() }
        start = try json.optionalMember("start").map { member throws(Failure) in try Locator(member) }
        end = try json.optionalMember("end").map { member throws(Failure) in try Locator(member) }
        let isOne = [href != nil, section != nil, start != nil || end != nil].filter { $0 }.count <= 1
        guard isOne else { throw json.failure("Expected a resource, a section, or a start and an end.") }
    }
}
