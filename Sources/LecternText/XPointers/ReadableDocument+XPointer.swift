// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Resolves XPointers of KOReader in a document, and creates the XPointers of its places.
extension ReadableDocument {
    /// The place, and whether it is exact; nil if the document has no such place.
    func place(_ range: XPointerRange) -> (place: DocumentPlace, isExact: Bool)? {
        guard let pointer = XPointer(range.start), let start = XPointerWalk.point(at: pointer, in: tree) else {
            return nil
        }
        var points = DocumentPlace.Points(start: start.point)
        guard let last = range.end else { return (place(points), start.isExact) }
        guard let other = XPointer(last), other.fragment == pointer.fragment,
            let end = XPointerWalk.point(at: other, in: tree)
        else { return (place(points), false) }
        // When selecting backwards, the end may come first.
        let isInOrder = isOrdered(start.point, end.point)
        points = DocumentPlace.Points(
            start: isInOrder ? start.point : end.point, end: isInOrder ? end.point : start.point)
        return (place(points), start.isExact && end.isExact)
    }

    /// The XPointers of a place; nil for a place outside the body.
    ///
    /// - Parameter body: the path of the body.
    public func xPointer(of place: DocumentPlace, body: String) -> XPointerRange? {
        guard let points = place.points ?? points(of: place), let start = xPointer(of: points.start, isEnd: false, body)
        else { return nil }
        guard let last = points.end, last != points.start, isOrdered(points.start, last),
            let end = xPointer(of: last, isEnd: true, body), end != start
        else { return XPointerRange(start: start) }
        return XPointerRange(start: start, end: end)
    }

    private func xPointer(of point: DocumentPoint, isEnd: Bool, _ body: String) -> String? {
        let path: String?
        switch point {
        case .element(let node): path = steps(to: node).map { $0 + ".0" }
        case .gap(let node, let number):
            path = self.path(to: node, before: index.paths.node(behindGap: number, of: node), 0)
        case .text(let node, let byte): path = self.path(to: node, byte, isEnd: isEnd)
        }
        guard let path, body.utf8.count + path.utf8.count <= XPointer.maxLength else { return nil }
        return body + path
    }

    private func path(to text: MarkupTree.Node, _ byte: Int, isEnd: Bool) -> String? {
        guard let parent = tree.parent(of: text) else { return nil }
        let children = CrengineChildren(of: parent, in: tree)
        let texts = children.texts
        func holds(_ child: CrengineChildren.Child) -> Bool {
            child.node == text && child.bytes.map { $0.contains(byte) || $0.upperBound == byte } ?? false
        }
        guard let number = isEnd ? texts.firstIndex(where: holds) : texts.lastIndex(where: holds) else {
            return path(to: parent, before: text, byte)
        }
        let offset = CrengineText(texts[number], in: children, of: tree).count(before: byte)
        return steps(to: parent).map { $0 + "/text()" + (texts.count > 1 ? "[\(number + 1)]" : "") + ".\(offset)" }
    }

    /// The path to the children of an element that a node, or a part of a text node, follows.
    private func path(to element: MarkupTree.Node, before node: MarkupTree.Node, _ byte: Int) -> String? {
        let before = CrengineChildren(of: element, in: tree).firsts.prefix { child in
            child.node < node || child.node == node && child.bytes.map { $0.upperBound <= byte } ?? false
        }
        return steps(to: element).map { $0 + ".\(before.count)" }
    }

    /// The steps from the body to an element; nil for an element outside the body.
    private func steps(to element: MarkupTree.Node) -> String? {
        guard let body = tree.body else { return nil }
        // The body itself has no step, but an element in place of it has one.
        let base = tree.name(of: body) == .body ? body : nil
        var steps: [String] = []
        var node = element
        while node != base {
            let name = tree.crengineName(of: node)
            guard let parent = tree.parent(of: node) else {
                guard base == nil else { return nil }
                steps.append(name)
                break
            }
            guard steps.count < XPointer.maxSteps else { return nil }
            let wanted = name.asciiLowercased
            var (number, count) = (0, 0)
            for sibling in tree.children(of: parent)
            where sibling == node || tree.localName(of: sibling).asciiLowercased == wanted {
                count += 1
                if sibling == node { number = count }
            }
            steps.append(count > 1 ? "\(name)[\(number)]" : name)
            node = parent
        }
        return steps.reversed().map { "/" + $0 }.joined()
    }
}
