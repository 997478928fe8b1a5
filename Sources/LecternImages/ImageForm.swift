// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The types of images that are written.
public enum ImageType: String, CaseIterable, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
}

/// The wanted form of an image: the largest size in pixels, and the type.
public struct ImageForm: Sendable {
    /// Nil if the image keeps its own size.
    public var box: PixelSize?
    /// Nil if the type follows from the image.
    public var type: ImageType?

    public init(box: PixelSize? = nil, type: ImageType? = nil) {
        self.box = box
        self.type = type
    }

    /// {"width": 300, "height": 400, "type": "image/png"}
    public init(_ reader: JSONReader) throws(Failure) {
        let width = try ImageForm.side(reader, "width")
        let height = try ImageForm.side(reader, "height")
        if width != nil || height != nil {
            box = PixelSize(width ?? PixelSize.most, height ?? PixelSize.most)
        }
        type = try reader.optionalMember("type").map { type throws(Failure) in try type.choice(ImageType.self) }
    }

    /// The names of the members.
    public static let members = ["width", "height", "type"]

    private static func side(_ reader: JSONReader, _ name: String) throws(Failure) -> Int? {
        try reader.optionalMember(name).map { side throws(Failure) in
            Int(try side.unsignedInteger(in: 1...UInt64(PixelSize.most)))
        }
    }

    /// Whether any form will do.
    public var isEmpty: Bool { box == nil && type == nil }

    public func allows(_ mediaType: String) -> Bool { type.map { $0.rawValue == mediaType } ?? true }
}
