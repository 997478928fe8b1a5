// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The images in a FictionBook document: its `binary` elements, and which of them is the cover.
struct FictionBookImages {
    private(set) var files: [(path: String, content: ByteBuffer)] = []
    private(set) var links: [Link] = []
    private var paths: [String: String] = [:]

    init(_ tree: MarkupTree, _ root: MarkupTree.Node, path: String, _ log: inout WarningLog) {
        let cover = tree.child(root, "description", "title-info", "coverpage", "image").flatMap(tree.href)
        for binary in tree.children(of: root) where tree.localName(of: binary) == "binary" {
            guard let id = tree.attributeText(.id, of: binary), paths[id] == nil else { continue }
            guard let bytes = Base64.decode(tree.text(of: binary).utf8) else {
                log.add(.moderate, "The image \"\(id.prefix(100))\" is not valid Base64.", [path])
                continue
            }
            let content = bytes.withUnsafeBytes { ByteBuffer(copying: $0) }
            // Declared types are often wrong.
            let format = content.withBytes(FormatTable.format(beginning:))
            guard let format, let type = format.mediaType, MediaType.isBitmap(type) else {
                log.add(.minor, "\"\(id.prefix(100))\" is not an image in a known format.", [path])
                continue
            }
            let file = "images/\(files.count + 1).\(format.fileExtension ?? "bin")"
            paths[id] = file
            files.append((file, content))
            links.append(Link(href: file, type: type, rels: cover == "#" + id ? ["cover"] : []))
        }
    }

    /// The path of the image that a reference such as "#cover.jpg" names.
    subscript(target: String) -> String? { target.hasPrefix("#") ? paths[String(target.dropFirst())] : nil }
}

extension MarkupTree {
    /// The first descendant at a path of local names.
    func child(_ node: Node, _ names: String...) -> Node? {
        var node = node
        for name in names {
            guard let next = children(of: node).first(where: { localName(of: $0) == name }) else { return nil }
            node = next
        }
        return node
    }

    /// The value of an attribute by its name.
    func value(named name: String, of node: Node) -> String? {
        attributeRange(of: node).lazy.map { attributes[$0] }
            .first { $0.prefixCount == 0 && ($0.name.rawValue == name || string($0.qualifiedName) == name) }
            .map { string($0.value) }
    }
}
