// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The files that an SVG refers to.
struct DrawingReferences {
    /// References to other files, as written.
    private(set) var outside: [String] = []
    /// Whether there is an embedded JPEG.
    private(set) var hasPhotograph = false
    /// Whether a single `image` element is the only visible content.
    private(set) var isFrame = false

    private static let unseen: Set<String> = ["svg", "g", "a", "defs", "title", "desc", "metadata", "style"]
    private static let referring: Set<String> = ["image", "use", "feImage"]

    init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        let tree = try XMLDocument.parse(bytes, keepsSpace: false)
        guard let root = tree.root, tree.localName(of: root) == "svg" else {
            throw Failure(.format, "The root element is not \"svg\".")
        }
        var images = 0
        var others = 0
        for node in root..<tree.end(of: root) where tree.isElement(node) {
            let name = tree.localName(of: node)
            if name == "image" { images += 1 } else if !Self.unseen.contains(name) { others += 1 }
            guard Self.referring.contains(name), let target = tree.href(of: node) else { continue }
            let isInside = ["data:", "#"].contains { target.utf8.starts(with: $0.utf8) }
            if !isInside { outside.append(target) }
            if target.utf8.starts(with: "data:image/jpeg".utf8) { hasPhotograph = true }
        }
        isFrame = images == 1 && others == 0
    }
}
