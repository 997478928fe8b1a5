// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The result of a parser.
private enum ParsedXML: Equatable {
    case tree(String, XMLNotes)
    case refused(String)

    init(_ body: () throws(Failure) -> (tree: MarkupTree, notes: XMLNotes)) {
        do throws(Failure) {
            let (tree, notes) = try body()
            self = .tree(tree.structure, notes)
        } catch {
            self = .refused("\(error.status) \(error.message) \(error.path)")
        }
    }
}

extension MarkupTree {
    /// The notation, and how the nodes are linked.
    fileprivate var structure: String {
        notation
            + (0..<nodes.count).map { node in
                let record = nodes[node]
                return " \(record.parent) \(record.firstChild) \(record.nextSibling) \(name(of: Node(node)).rawValue)"
            }.joined()
    }
}

/// Parses a document with the scanner and with expat.
///
/// - Returns: whether the scanner accepts it, and the difference to the tree of expat, nil if they are equal.
public func parseBothWays(_ source: UnsafeRawBufferPointer) -> (isAccepted: Bool, difference: String?) {
    var isAccepted = false
    for keepsSpace in [false, true] {
        let scanned: ParsedXML
        do throws(Failure) {
            guard let (tree, notes) = try XMLDocument.scan(source, keepsSpace: keepsSpace) else { continue }
            scanned = ParsedXML { () throws(Failure) in (tree, notes) }
        } catch {
            scanned = ParsedXML { () throws(Failure) in throw error }
        }
        isAccepted = true
        let parser = XMLParser()
        let parsed = ParsedXML { () throws(Failure) in
            (try XMLDocument.parseWithExpat(source, keepsSpace: keepsSpace, with: parser), parser.notes)
        }
        if scanned != parsed { return (true, "The scanner: \(scanned)\nexpat: \(parsed)") }
    }
    return (isAccepted, nil)
}
