// SPDX-License-Identifier: BSD-3-Clause
import LecternImages
import LecternModel

/// The wanted form of a cover (schema `cover-options`).
public struct CoverOptions: Sendable {
    var form = ImageForm()
    /// Whether a cover is made of title and authors if the publication has none that can be drawn.
    var generates = false

    init() {}

    /// {"width": 300, "height": 400, "type": "image/png", "generate": true}
    public init(optional reader: JSONReader?) throws(Failure) {
        guard let reader else { return }
        try reader.rejectUnknownMembers(ImageForm.members + ["generate"])
        form = try ImageForm(reader)
        generates = try reader.optionalMember("generate")?.bool() ?? false
    }
}
