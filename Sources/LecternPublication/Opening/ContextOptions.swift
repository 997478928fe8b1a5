// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What publications share that are opened with one context (schema `context-options`).
package struct ContextOptions: Sendable {
    package var limits = Limits()
    /// The file of pdfium's shared library; nil looks in the usual places.
    package var pdfium: String?
    var images = ImageLibraries()

    package init() {}

    package init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(Limits.names + ["pdfium"] + ImageLibraries.names)
        limits = try Limits(options: json)
        pdfium = try json.optionalMember("pdfium").map { member throws(Failure) in try member.string() }
        images = try ImageLibraries(options: json)
    }
}
