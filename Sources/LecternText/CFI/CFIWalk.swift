// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Follows the path of a CFI through a document.
public struct CFIWalk {
    private let tree: MarkupTree
    private let index: DocumentIndex
    public private(set) var fit = CFIFit.exact

    public init(_ document: ReadableDocument) {
        tree = document.tree
        index = document.index
    }

    /// The place at a path; nil if the document has no such place.
    ///
    /// An id takes precedence over the steps before it, because steps change when the book is edited.
    public mutating func point(at path: CFI.Path) -> DocumentPoint? {
        let steps = path.documents.last ?? []
        var point = tree.root.map { DocumentPoint.element($0) }
        for step in steps {
            point = point?.element.flatMap { index.paths.child(step.number, of: $0) }
            guard let id = step.id else { continue }
            if let element = point?.element, tree.hasValue(.id, id, element) { continue }
            if let named = index.element(withID: id, orAnchor: false) {
                point = .element(named)
                fit = max(fit, .corrected)
            } else {
                fit = .doubtful
            }
        }
        return point.map { place($0, at: path.terminal.offset) }
    }

    private mutating func place(_ point: DocumentPoint, at offset: Int?) -> DocumentPoint {
        switch point {
        case .text(let node, _):
            let units = offset ?? 0
            let bytes = tree.bytes(before: units, of: node)
            if tree.units(before: bytes, of: node) < units { fit = .doubtful }
            return .text(node, bytes)
        case .gap:
            if offset ?? 0 > 0 { fit = .doubtful }
            return point
        case .element:
            return point
        }
    }
}
