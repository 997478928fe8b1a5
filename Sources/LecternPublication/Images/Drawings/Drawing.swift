// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A cover that is a drawing (SVG 1.1), of which librsvg makes a bitmap.
///
/// librsvg draws for hours, or ends the process, when a drawing is made for that, and nothing can stop it from outside.
/// So it gets no file of others: the drawing is read here, and what is known to be bounded work is written again —
/// shapes, gradients, groups, images inside of it.  Whatever else would be seen is refused, not left out: a text, say,
/// a filter, or a part that is used twice.  This also keeps Pango and fontconfig asleep, and threads unborn.
struct Drawing {
    private let tree: MarkupTree
    private let root: MarkupTree.Node
    /// In its own units.
    let view: View
    /// In pixels of 1/96 inch; nil where it only has a view.
    private let width: Double?
    private let height: Double?

    struct View {
        var x = 0.0
        var y = 0.0
        var width: Double
        var height: Double

        func size(fitting box: PixelSize) -> PixelSize {
            // Enough for its proportions to be kept, whatever its units are.
            let scale = Double(1 << 20) / max(width, height)
            return PixelSize(clamping: width * scale, height * scale).filling(box)
        }
    }

    static let mediaType = "image/svg+xml"
    private static let maxBytes = 16 << 20
    private static let most = 4096

    init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        guard bytes.count <= Drawing.maxBytes else {
            throw Failure(.limit, "The SVG is larger than \(Drawing.maxBytes >> 20) MB.")
        }
        tree = try XMLDocument.parse(bytes, keepsSpace: true)
        guard let root = tree.root, tree.localName(of: root) == "svg" else {
            throw Failure(.format, "The SVG has another root element.")
        }
        self.root = root
        let tree = tree
        let value = { (name: String) -> String? in
            tree.attributeIndices(of: root).map { tree.attributes[$0] }
                .first { tree.qualifiedName(of: $0) == name }.map { tree.string($0.value) }
        }
        width = Drawing.length(value("width"))
        height = Drawing.length(value("height"))
        if let view = value("viewBox").flatMap(Drawing.view) {
            self.view = view
        } else if let width, let height {
            view = View(width: width, height: height)
        } else {
            throw Failure(.unsupported, "The SVG is not drawn: it does not say how large it is.")
        }
    }

    /// The largest picture of this shape that fits; a drawing has no pixels of its own.
    func size(fitting box: PixelSize) -> PixelSize {
        let room = PixelSize(Drawing.most, Drawing.most).map { box.intersection($0) } ?? box
        guard let width, let height else { return view.size(fitting: room) }
        return View(width: width, height: height).size(fitting: room)
    }

    static func cover(
        _ bytes: UnsafeRawBufferPointer, fitting box: PixelSize, _ context: ContextOptions
    ) throws(Failure) -> CoverImage {
        guard let path = context.images.rsvg else {
            throw Failure(
                .unsupported,
                "Images of the type \(mediaType) are not scaled, unless the context option \"rsvg\" names librsvg.")
        }
        let drawing = try Drawing(bytes)
        let size = drawing.size(fitting: box)
        try size.check(context.limits)
        let writer = try DrawingWriter(drawing.tree, drawing.root, drawing.view, size, context.limits)
        let bitmap = try LibRSVG.load(path).drawn(writer.document, size).withoutNeedlessAlpha()
        let isPhotograph = writer.hasPhotograph && bitmap.layout == .rgb
        return try CoverImage.encoded(bitmap, isPhotograph: isPhotograph, context)
    }

    // MARK: Sizes

    private static let smallest = 0.001

    private static let units: [(name: String, pixels: Double)] = [
        ("px", 1), ("pt", 96 / 72), ("pc", 16), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96),
    ]

    /// nil for what depends on where it is shown.
    private static func length(_ text: String?) -> Double? {
        guard let text = text?.trimmed else { return nil }
        let unit = units.first { text.utf8.suffix(2).elementsEqual($0.name.utf8) }
        var numbers = DrawingNumbers((unit == nil ? text : String(text.dropLast(2))).utf8)
        guard let number = numbers.next(), numbers.isAtEnd, smallest...DrawingNumbers.most ~= number else { return nil }
        return number * (unit?.pixels ?? 1)
    }

    private static func view(_ text: String) -> View? {
        var numbers = DrawingNumbers(text.utf8)
        guard let x = numbers.next(), let y = numbers.next(), let width = numbers.next(), let height = numbers.next(),
            numbers.isAtEnd, abs(x) <= DrawingNumbers.most, abs(y) <= DrawingNumbers.most,
            smallest...DrawingNumbers.most ~= width, smallest...DrawingNumbers.most ~= height
        else { return nil }
        return View(x: x, y: y, width: width, height: height)
    }

    // MARK: Failures

    static func unsupported(_ what: String) -> Failure {
        Failure(.unsupported, "The SVG is not drawn: it has \(what).")
    }

    static let unusualNumber = unsupported("a number that is too large, or a unit that is not known here")
    static let outside = unsupported("a reference to something outside of it")
}
