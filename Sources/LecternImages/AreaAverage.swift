// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Scales an image down: each pixel becomes the average of the area that it covers.
///
/// The stored values are averaged without converting them to linear light, as browsers and JPEG decoders do.  Colours
/// are weighted by their alpha.  Rows are summed first, then the pixels of a row, all in integers, so that the result
/// is the same on every machine.
struct AreaAverage: ~Copyable {
    private let source: Bitmap
    private let rows: Coverage
    private let columns: Coverage
    /// The sums of the source rows that one row of the result covers.
    private let sums: UnsafeMutableBufferPointer<UInt32>

    static func scaled(_ image: DecodedImage, to size: PixelSize) throws(Failure) -> Bitmap {
        let source = image.bitmap
        guard source.size != size else { return source }
        let average = AreaAverage(image, size)
        return try Bitmap(size, source.layout) { target in source.bytes.withBytes { average.run($0, target) } }
    }

    private init(_ image: DecodedImage, _ size: PixelSize) {
        source = image.bitmap
        rows = Coverage(of: image.size.height, step: image.divisor, by: size.height)
        columns = Coverage(of: image.size.width, step: image.divisor, by: size.width)
        sums = .allocate(capacity: source.stride)
    }

    deinit { sums.deallocate() }

    private borrowing func run(_ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer) {
        guard let first = source.baseAddress, var row = target.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let sums = sums.baseAddress
        else { return }
        let pixels = first.assumingMemoryBound(to: UInt8.self)
        for span in rows.spans {
            self.sums.update(repeating: 0)
            for index in 0..<span.count {
                let line = pixels + (span.first &+ index) &* self.source.stride
                add(line, rows.weights[span.weight &+ index], to: sums)
            }
            switch self.source.layout {
            case .rgb: averageColors(sums, row)
            case .rgba: averageWithAlpha(sums, row)
            }
            row += columns.spans.count &* self.source.layout.rawValue
        }
    }

    /// Adds a source row with every sample multiplied by `weight`.  The weights for one row of the result add up to
    /// 2¹⁶.
    private borrowing func add(_ line: UnsafePointer<UInt8>, _ weight: UInt32, to sums: UnsafeMutablePointer<UInt32>) {
        switch source.layout {
        case .rgb:
            for index in 0..<source.stride { sums[index] &+= UInt32(line[index]) &* weight }
        case .rgba:
            // A colour times at most 255, times at most 2¹⁶, is less than 2³².
            for pixel in 0..<source.size.width {
                let place = pixel &* 4
                let share = UInt32(line[place &+ 3]) &* weight
                sums[place] &+= UInt32(line[place]) &* share
                sums[place &+ 1] &+= UInt32(line[place &+ 1]) &* share
                sums[place &+ 2] &+= UInt32(line[place &+ 2]) &* share
                sums[place &+ 3] &+= 255 &* share
            }
        }
    }

    private borrowing func averageColors(_ sums: UnsafePointer<UInt32>, _ row: UnsafeMutablePointer<UInt8>) {
        var target = row
        for span in columns.spans {
            var red: UInt32 = 1 << 23, green = red, blue = red
            var place = span.first &* 3
            for index in span.weight..<span.weight &+ span.count {
                let weight = columns.weights[index]
                red &+= (sums[place] &+ 128) &>> 8 &* weight
                green &+= (sums[place &+ 1] &+ 128) &>> 8 &* weight
                blue &+= (sums[place &+ 2] &+ 128) &>> 8 &* weight
                place &+= 3
            }
            target[0] = UInt8(truncatingIfNeeded: red &>> 24)
            target[1] = UInt8(truncatingIfNeeded: green &>> 24)
            target[2] = UInt8(truncatingIfNeeded: blue &>> 24)
            target += 3
        }
    }

    private borrowing func averageWithAlpha(_ sums: UnsafePointer<UInt32>, _ row: UnsafeMutablePointer<UInt8>) {
        var target = row
        for span in columns.spans {
            var total = SIMD4<UInt32>(repeating: 1 << 15)
            var place = span.first &* 4
            for index in span.weight..<span.weight &+ span.count {
                let pixel = SIMD4(sums[place], sums[place &+ 1], sums[place &+ 2], sums[place &+ 3])
                total &+= (pixel &+ (1 << 15)) &>> 16 &* columns.weights[index]
                place &+= 4
            }
            total = total &>> 16
            // Transparent pixels have no colour.  The maximum prevents a division by zero.
            let alpha = Swift.max(total.w, 1)
            for index in 0..<3 {
                target[index] = UInt8(truncatingIfNeeded: Swift.min(255, (total[index] &* 255 &+ alpha / 2) / alpha))
            }
            target[3] = UInt8(truncatingIfNeeded: (total.w &+ 127) / 255)
            target += 4
        }
    }
}

/// For each pixel of a shorter line, the source pixels that it covers, and their weights.
private struct Coverage {
    struct Span {
        let first: Int
        let count: Int
        /// The index of the first weight.
        let weight: Int
    }

    private(set) var spans: [Span] = []
    /// The weights of one span add up to 2¹⁶.
    private(set) var weights: [UInt32] = []

    /// - Parameter step: the number of the `length` pixels that each pixel of the line represents.  The last pixel
    ///   represents the remainder.
    init(of length: Int, step: Int, by shorter: Int) {
        spans.reserveCapacity(shorter)
        weights.reserveCapacity(length / step + 2 * shorter)
        for index in 0..<shorter {
            // In units of 1 / `shorter` of a pixel, so that all boundaries are integers.
            let (start, end) = (index * length, (index + 1) * length)
            let (first, last) = (start / (shorter * step), (end - 1) / (shorter * step))
            spans.append(Span(first: first, count: last - first + 1, weight: weights.count))
            var done = 0
            for pixel in first...last {
                let covered = (Swift.min((pixel + 1) * shorter * step, end) - start) * 65536 / length
                weights.append(UInt32(truncatingIfNeeded: covered - done))
                done = covered
            }
        }
    }
}
