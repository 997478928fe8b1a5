// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A drawing that is nothing but the frame of one image in a file of its own.
enum DrawingFrame {
    /// Bytes of one; drawings that show something are larger, or are read in vain.
    static let most: UInt64 = 64 << 10

    private static let unseen: Set<String> = ["svg", "g", "a", "defs", "title", "desc", "metadata", "style"]

    /// Where the image is, as the drawing says it; nil for any other drawing.
    static func image(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> String? {
        let tree = try XMLDocument.parse(bytes, keepsSpace: false)
        guard let root = tree.root, tree.localName(of: root) == "svg" else { return nil }
        var image: MarkupTree.Node?
        var node = root
        while node < tree.end(of: root) {
            defer { node += 1 }
            guard tree.isElement(node) else { continue }
            let name = tree.localName(of: node)
            if name == "image", image == nil {
                image = node
            } else if !unseen.contains(name) {
                return nil
            }
        }
        let source = image.flatMap { tree.imageSource(of: $0) }.map { tree.string($0) }
        return source.flatMap { $0.utf8.starts(with: "data:".utf8) ? nil : $0 }
    }
}
