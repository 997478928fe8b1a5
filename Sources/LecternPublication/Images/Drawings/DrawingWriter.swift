// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Writes a drawing again, with nothing but what is known to be bounded work at a size.
struct DrawingWriter {
    private(set) var document: [UInt8] = []
    /// Whether an image in it is a JPEG.
    private(set) var hasPhotograph = false

    private let tree: MarkupTree
    private let limits: Limits
    private var style = DrawingStyle()
    private var cost: DrawingCost
    private var open: [Open] = []
    private var outlines: [(path: DrawingPath, scale: Double)] = []
    private var outlineBytes = 0
    private var imagePixels = 0
    private var gradients: Set<[UInt8]> = []
    /// What gradients take from each other, by their ids.
    private var links: [[UInt8]: Set<[UInt8]>] = [:]
    private var hasRadialGradients = false
    private var elements = 0
    private var layers = 0
    private var plainShapes = 0
    private var paintedShapes = 0
    private var largestScale = 0.0
    private var deepest = 0

    /// An element that is being written.
    private struct Open {
        let end: MarkupTree.Node
        /// Empty for one that is not written, but what is in it.
        let name: String
        let scale: Double
        /// Whether shapes in it may be painted with a gradient.
        let isPainted: Bool
        let isDefinition: Bool

        var isGradient: Bool { name.utf8.suffix(8).elementsEqual("Gradient".utf8) }
    }

    private static let maxElements = 100_000
    /// librsvg needs stack for each, of the 256 KB that a thread of the host may have.
    private static let maxDepth = 24
    private static let maxStops = 256
    /// Each gradient in a chain is compared with all that are in front of it.
    private static let maxLinks = 32
    private static let maxOutlineBytes = 4 << 20
    private static let maxName = 1000

    init(
        _ tree: MarkupTree, _ root: MarkupTree.Node, _ view: Drawing.View, _ size: PixelSize, _ limits: Limits
    ) throws(Failure) {
        self.tree = tree
        self.limits = limits
        cost = DrawingCost(size)
        let scale = max(Double(size.width) / view.width, Double(size.height) / view.height)
        write("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
        write(" viewBox=\"\(view.x) \(view.y) \(view.width) \(view.height)\"")
        write(" width=\"\(size.width)\" height=\"\(size.height)\"")
        var left: Set = ["x", "y", "width", "height"]
        if view.size(fitting: size) == size {
            // A part of a pixel may be missing, which would be a line at the edge.
            write(" preserveAspectRatio=\"none\"")
            left.insert("preserveAspectRatio")
        }
        let found = try writeAttributes(of: root, except: left)
        guard found.scale == 1 else { throw Drawing.unsupported("a transform of all of it") }
        write(">")
        let end = tree.end(of: root)
        open.append(Open(end: end, name: "svg", scale: scale, isPainted: found.isPainted, isDefinition: false))
        var node = root + 1
        while node < end {
            closeElements(before: node)
            node = try begin(node)
        }
        closeElements(before: end)
        try check()
    }

    private mutating func closeElements(before node: MarkupTree.Node) {
        while let last = open.last, last.end <= node {
            if !last.name.isEmpty { write("</\(last.name)>") }
            open.removeLast()
        }
    }

    // MARK: Elements

    /// - Returns: the node to go on with.
    private mutating func begin(_ node: MarkupTree.Node) throws(Failure) -> MarkupTree.Node {
        guard let parent = open.last, tree.isElement(node) else { return node + 1 }
        let after = tree.end(of: node)
        let parts = tree.qualifiedName(of: node).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        // What editors remember is in namespaces of their own.
        guard let name = parts.last.map({ String($0) }), parts.count < 2 || parts[0] == "svg" else { return after }
        guard let kind = DrawingElements.kinds[name] else {
            if parent.isDefinition { return after }
            throw Drawing.unsupported("<\(name.prefix(40))>")
        }
        elements += 1
        guard elements <= DrawingWriter.maxElements else { throw Drawing.unsupported("too many elements") }
        switch kind {
        case .unseen: return after
        // Colours in there are none of the gradient.
        case .definitions where parent.isGradient, .group where parent.isGradient: return after
        case .style: try writeSheet(node)
        case .definitions: try enter(node, name: "", after, parent, isDefinition: true)
        case .group:
            if parent.isDefinition {
                try enter(node, name: "", after, parent, isDefinition: true)
            } else {
                try enter(node, name: "g", after, parent, isDefinition: false)
            }
            return node + 1
        case .gradient:
            hasRadialGradients = hasRadialGradients || name == "radialGradient"
            let stops = tree.children(of: node).reduce(0) { count, _ in count + 1 }
            guard stops <= DrawingWriter.maxStops else { throw Drawing.unsupported("a gradient of so many colours") }
            if let id = value("id", of: node).map(bytes) {
                gradients.insert(id)
                for target in [value("href", of: node), value("xlink:href", of: node)].compactMap({ $0 }) {
                    links[id, default: []].insert(Array(bytes(target).dropFirst()))
                }
            }
            try enter(node, name: name, after, parent, isDefinition: true)
            return node + 1
        case .stop: try writeEmpty(node, name)
        case .shape where parent.isDefinition, .image where parent.isDefinition: return after
        case .shape: try writeShape(node, name, parent)
        case .image: try writeImage(node)
        }
        return kind == .definitions ? node + 1 : after
    }

    private mutating func enter(
        _ node: MarkupTree.Node, name: String, _ end: MarkupTree.Node, _ parent: Open, isDefinition: Bool
    ) throws(Failure) {
        var found = Found()
        if !name.isEmpty {
            write("<\(name)")
            found = try writeAttributes(of: node)
            write(">")
        }
        open.append(
            Open(
                end: end, name: name, scale: parent.scale * found.scale, isPainted: parent.isPainted || found.isPainted,
                isDefinition: isDefinition))
        deepest = max(deepest, open.count)
        largestScale = max(largestScale, parent.scale * found.scale)
        guard open.count <= DrawingWriter.maxDepth else { throw Drawing.unsupported("groups that are nested too deep") }
    }

    private mutating func writeEmpty(_ node: MarkupTree.Node, _ name: String) throws(Failure) {
        write("<\(name)")
        _ = try writeAttributes(of: node)
        write("/>")
    }

    private mutating func writeShape(_ node: MarkupTree.Node, _ name: String, _ parent: Open) throws(Failure) {
        write("<\(name)")
        let found = try writeAttributes(of: node)
        if parent.isPainted || found.isPainted { paintedShapes += 1 } else { plainShapes += 1 }
        let scale = parent.scale * found.scale
        largestScale = max(largestScale, scale)
        let attribute = name == "path" ? "d" : name.utf8.starts(with: "poly".utf8) ? "points" : nil
        if let attribute, let slice = value(attribute, of: node) {
            let text = bytes(slice)
            outlineBytes += text.count
            guard outlineBytes <= DrawingWriter.maxOutlineBytes else { throw Drawing.unsupported("too many paths") }
            guard let path = attribute == "d" ? DrawingPath(path: text) : DrawingPath(points: text) else {
                throw Drawing.unsupported("a path that is damaged, or goes too far")
            }
            outlines.append((path, scale))
            write(attribute, text)
        } else {
            outlines.append((DrawingPath.simple, 1))
        }
        write("/>")
    }

    private mutating func writeSheet(_ node: MarkupTree.Node) throws(Failure) {
        if let type = value("type", of: node), !bytes(type).isEmpty, tree.string(type).asciiLowercased != "text/css" {
            return
        }
        let sheet = try style.readSheet(Array(tree.text(of: node).utf8))
        write("<style>")
        writeEscaped(sheet)
        write("</style>")
    }

    private mutating func writeImage(_ node: MarkupTree.Node) throws(Failure) {
        guard let slice = reference(of: node) else { return }
        let image = try DrawingImage(bytes(slice))
        cost.addImage(image.size)
        imagePixels += image.size.pixels
        guard imagePixels <= limits.maxPixels else {
            throw Failure(.limit, "The images in the SVG have more pixels than \(limits.maxPixels).")
        }
        hasPhotograph = hasPhotograph || image.isPhotograph
        write("<image")
        let found = try writeAttributes(of: node)
        largestScale = max(largestScale, (open.last?.scale ?? 1) * found.scale)
        write("xlink:href", image.url)
        write("/>")
    }

    // MARK: Attributes

    private struct Found {
        var scale = 1.0
        var isPainted = false
    }

    private mutating func writeAttributes(
        of node: MarkupTree.Node, except left: Set<String> = []
    ) throws(Failure) -> Found {
        var found = Found()
        var hasLayer = false
        for index in tree.attributeIndices(of: node) {
            let attribute = tree.attributes[index]
            let name = tree.qualifiedName(of: attribute)
            let text = bytes(attribute.value)
            var property: DrawingStyle.Found?
            if DrawingElements.properties.contains(name) {
                property = try style.read(name, text)
            } else if name == "style" {
                property = try style.readDeclarations(text)
            } else if name == "transform" || name == "gradientTransform" {
                guard let scale = DrawingTransform.scale(text) else { throw Drawing.unusualNumber }
                found.scale *= scale
            } else if DrawingElements.geometry.contains(name) {
                guard DrawingNumbers.areUsual(text) else { throw Drawing.unusualNumber }
            } else if DrawingElements.names.contains(name) {
                guard text.count <= DrawingWriter.maxName else { throw Drawing.unsupported("so long a name") }
            } else if let kind = DrawingElements.kinds[tree.localName(of: node)], kind == .gradient,
                name == "href" || name == "xlink:href"
            {
                guard text.first == UInt8(ascii: "#") else { throw Drawing.outside }
            } else {
                continue
            }
            if left.contains(name) { continue }
            if let property {
                found.isPainted = found.isPainted || property.hasReference
                hasLayer = hasLayer || property.hasLayer
            }
            write(name, text)
        }
        if hasLayer { layers += 1 }
        return found
    }

    private func value(_ name: String, of node: MarkupTree.Node) -> MarkupTree.Slice? {
        let index = tree.attributeIndices(of: node).first { tree.qualifiedName(of: tree.attributes[$0]) == name }
        return index.map { tree.attributes[$0].value }
    }

    private func reference(of node: MarkupTree.Node) -> MarkupTree.Slice? {
        value("href", of: node) ?? value("xlink:href", of: node)
    }

    /// Of all elements, also of those that are not written.
    private var ids: Set<[UInt8]> {
        let nodes = (0..<MarkupTree.Node(clamping: tree.nodes.count)).lazy.filter(tree.isElement)
        return Set(nodes.compactMap { value("id", of: $0).map(bytes) })
    }

    private func bytes(_ slice: MarkupTree.Slice) -> [UInt8] { tree.withBytes(of: slice) { Array($0) } }

    // MARK: Writing

    private mutating func write(_ text: String) { document.append(contentsOf: text.utf8) }

    private mutating func write(_ name: String, _ value: [UInt8]) {
        write(" \(name)=\"")
        writeEscaped(value)
        write("\"")
    }

    private mutating func writeEscaped(_ text: [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): write("&amp;")
            case UInt8(ascii: "<"): write("&lt;")
            case UInt8(ascii: ">"): write("&gt;")
            case UInt8(ascii: "\""): write("&quot;")
            default: document.append(byte)
            }
        }
    }

    // MARK: Cost

    private func checkLinks() throws(Failure) {
        var reached = Set(links.keys)
        for _ in 0..<DrawingWriter.maxLinks where !reached.isEmpty {
            reached = Set(reached.flatMap { links[$0] ?? [] }).filter { links[$0] != nil }
        }
        guard reached.isEmpty else { throw Drawing.unsupported("gradients that refer to too many others") }
    }

    private mutating func check() throws(Failure) {
        let others = Set(style.references).subtracting(gradients)
        guard others.isEmpty || others.isDisjoint(with: ids) else {
            throw Drawing.unsupported("a reference to something that is no gradient")
        }
        try checkLinks()
        let painted = style.sheetHasReferences ? plainShapes + paintedShapes : paintedShapes
        for index in 0..<plainShapes + paintedShapes {
            cost.addShape(hasGradient: index < painted, isRadial: index < painted && hasRadialGradients)
        }
        for outline in outlines {
            cost.addOutline(outline.path, scale: outline.scale, stroke: style.hasStroke ? style.stroke : nil)
        }
        let layers = style.sheetHasLayers ? elements : layers
        for _ in 0..<layers { cost.addLayer() }
        cost.addRules(style.sheetBytes, elements: elements)
        try cost.check(scale: largestScale)
        // Each group that is put on the picture as a whole is a picture of its own meanwhile.
        guard layers == 0 || UInt64(deepest * cost.size.pixels) <= limits.maxPixels else {
            throw Failure(.limit, "The SVG needs more pixels than \(limits.maxPixels) for its groups.")
        }
    }
}
