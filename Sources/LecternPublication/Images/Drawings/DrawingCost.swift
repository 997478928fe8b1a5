// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternModel

/// What drawing would take, in nanoseconds as measured on one machine: an upper bound, since everything may cover the
/// whole picture.
struct DrawingCost {
    let size: PixelSize
    private(set) var time = 0.0
    private(set) var shapes = 0

    private static let most = 15e9
    private static let mostShapes = 20_000
    /// Of coordinates, down to pixels.
    private static let mostScale = 10_000.0

    private enum PerPixel {
        static let shape = 3.0
        static let gradient = 3.0
        static let radialGradient = 50.0
        static let image = 15.0
        static let layer = 4.0
    }

    init(_ size: PixelSize) { self.size = size }

    /// - Parameter paint: what it is painted with, besides plain colours.
    mutating func addShape(hasGradient: Bool, isRadial: Bool) {
        shapes += 1
        let paint = isRadial ? PerPixel.radialGradient : hasGradient ? PerPixel.gradient : 0
        time += Double(size.pixels) * (PerPixel.shape + paint)
    }

    mutating func addLayer() { time += Double(size.pixels) * PerPixel.layer }

    mutating func addImage(_ image: PixelSize) {
        shapes += 1
        time += Double(size.pixels + image.pixels) * PerPixel.image
    }

    /// Edges are sorted in each row that they cross.
    mutating func addOutline(_ path: DrawingPath, scale: Double, stroke: DrawingStroke?) {
        let rows = Double(size.height)
        var crossed = 0.0
        for segment in path.segments {
            let length = min(segment.length * scale, 1e12)
            // Into so many lines a curve is cut.
            let lines = segment.isCurve ? 2 + sqrt(length) : 1
            let crossing = min(length, rows * lines) + 2 * lines
            crossed += crossing
            if let stroke { crossed += 2 * crossing + 2 * lines * min(rows, stroke.reach * scale + 2) }
        }
        time += crossed * (100 + 2.5 * crossed / rows)
    }

    /// Rules are compared with each element.
    mutating func addRules(_ bytes: Int, elements: Int) { time += Double(bytes) * Double(elements) * 10 }

    func check(scale: Double) throws(Failure) {
        guard scale <= DrawingCost.mostScale else {
            throw Failure(.unsupported, "The SVG is not drawn: what is in it is made too large.")
        }
        guard time <= DrawingCost.most, shapes <= DrawingCost.mostShapes else {
            throw Failure(.unsupported, "The SVG is not drawn: that would be too much work at this size.")
        }
    }
}

/// How strokes are made anywhere in a drawing.
struct DrawingStroke {
    var width = 1.0
    var miterLimit = 4.0

    /// How far from its line a stroke may go.
    var reach: Double { width * max(1, miterLimit) }
}
