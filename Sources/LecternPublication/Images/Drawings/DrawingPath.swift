// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How long the outlines of a shape are at most, in its own units (SVG 1.1, 8.3).
///
/// Whoever fills a path does something for each row of pixels that an edge of it crosses: that is what a path costs, not
/// the length of its text.
struct DrawingPath {
    private(set) var segments: [Segment] = []

    struct Segment {
        var length: Double
        var isCurve: Bool
    }

    /// Of a shape that has no outline of its own in its text: a rectangle, say, as large as the picture may be.
    static let simple = DrawingPath()

    private var place = (x: 0.0, y: 0.0)
    private var start = (x: 0.0, y: 0.0)
    /// From the last control point of a curve, for curves that go on smoothly.
    private var handle = 0.0

    private init() {
        segments = Array(repeating: Segment(length: DrawingNumbers.most, isCurve: false), count: 4)
    }

    /// nil if it is no path, or one with numbers that are too large.
    init?(path: [UInt8]) {
        var numbers = DrawingNumbers(path)
        var command: UInt8?
        while !numbers.isAtEnd {
            command = numbers.letter() ?? command
            guard let letter = command, add(letter, &numbers) else { return nil }
            // What follows a move without a letter are lines; nothing follows the end of an outline.
            switch letter {
            case UInt8(ascii: "M"): command = UInt8(ascii: "L")
            case UInt8(ascii: "m"): command = UInt8(ascii: "l")
            case UInt8(ascii: "Z"), UInt8(ascii: "z"): command = nil
            default: break
            }
        }
    }

    /// The points of a polygon.
    init?(points: [UInt8]) {
        var numbers = DrawingNumbers(points)
        while !numbers.isAtEnd {
            guard let point = DrawingPath.point(&numbers, from: (0, 0)) else { return nil }
            if segments.isEmpty { (place, start) = (point, point) }
            line(to: point)
        }
        line(to: start)
    }

    private mutating func add(_ letter: UInt8, _ numbers: inout DrawingNumbers) -> Bool {
        let isRelative = letter & 0x20 != 0
        let base: (x: Double, y: Double) = isRelative ? place : (0, 0)
        let command = letter | 0x20
        let lastHandle = handle
        handle = 0
        switch command {
        case UInt8(ascii: "z"):
            line(to: start)
        case UInt8(ascii: "m"):
            guard let point = DrawingPath.point(&numbers, from: base) else { return false }
            // An area is closed, whether its outline is or not.
            line(to: start)
            (place, start) = (point, point)
        case UInt8(ascii: "l"):
            guard let point = DrawingPath.point(&numbers, from: base) else { return false }
            line(to: point)
        case UInt8(ascii: "h"):
            guard let x = DrawingPath.number(&numbers) else { return false }
            line(to: (base.x + x, place.y))
        case UInt8(ascii: "v"):
            guard let y = DrawingPath.number(&numbers) else { return false }
            line(to: (place.x, base.y + y))
        case UInt8(ascii: "a"):
            guard let rx = DrawingPath.number(&numbers), let ry = DrawingPath.number(&numbers),
                DrawingPath.number(&numbers) != nil, numbers.flag() != nil, numbers.flag() != nil,
                let end = DrawingPath.point(&numbers, from: base)
            else { return false }
            // Radii that are too short are made longer.  Up to four curves.
            let length = 7 * (abs(rx) + abs(ry) + DrawingPath.distance(place, end))
            for _ in 0..<4 { segments.append(Segment(length: length / 4, isCurve: true)) }
            place = end
        case UInt8(ascii: "c"), UInt8(ascii: "s"), UInt8(ascii: "q"), UInt8(ascii: "t"):
            let controls = command == UInt8(ascii: "c") ? 2 : command == UInt8(ascii: "t") ? 0 : 1
            let isSmooth = command == UInt8(ascii: "s") || command == UInt8(ascii: "t")
            var length = isSmooth ? 2 * lastHandle : 0
            var last = place
            for _ in 0..<controls {
                guard let control = DrawingPath.point(&numbers, from: base) else { return false }
                length += DrawingPath.distance(last, control)
                last = control
            }
            guard let end = DrawingPath.point(&numbers, from: base) else { return false }
            length += DrawingPath.distance(last, end)
            // Of "t", the control point is as far as the last one was, and then from there.
            handle = controls == 0 ? lastHandle + DrawingPath.distance(place, end) : DrawingPath.distance(last, end)
            segments.append(Segment(length: length, isCurve: true))
            place = end
        default:
            return false
        }
        if command == UInt8(ascii: "z") { place = start }
        return abs(place.x) <= DrawingNumbers.most && abs(place.y) <= DrawingNumbers.most
    }

    private mutating func line(to point: (x: Double, y: Double)) {
        segments.append(Segment(length: DrawingPath.distance(place, point), isCurve: false))
        place = point
    }

    private static func distance(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
        abs(a.x - b.x) + abs(a.y - b.y)
    }

    private static func number(_ numbers: inout DrawingNumbers) -> Double? {
        guard let number = numbers.next(), abs(number) <= DrawingNumbers.most else { return nil }
        return number
    }

    private static func point(
        _ numbers: inout DrawingNumbers, from base: (x: Double, y: Double)
    ) -> (x: Double, y: Double)? {
        guard let x = number(&numbers), let y = number(&numbers) else { return nil }
        return (base.x + x, base.y + y)
    }
}
