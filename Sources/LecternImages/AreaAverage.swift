// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Makes an image smaller: each pixel becomes the average of the area that it covers.
///
/// The stored values are averaged, as browsers and the decoders of JPEG do it, and colours by how opaque they are.
/// Rows are added up first and pixels of a row then, all in whole numbers: the result is the same on every machine.
struct AreaAverage: ~Copyable {
    private let source: Bitmap
    private let rows: Coverage
    private let columns: Coverage
    /// The sums of the samples in the rows that a row of the result covers.
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
        for spot in rows.spots {
            self.sums.update(repeating: 0)
            for index in 0..<spot.count {
                let line = pixels + (spot.first &+ index) &* self.source.stride
                add(line, rows.weights[spot.place &+ index], to: sums)
            }
            switch self.source.layout {
            case .rgb: averageColors(sums, row)
            case .rgba: averageWithAlpha(sums, row)
            }
            row += columns.spots.count &* self.source.layout.rawValue
        }
    }

    /// Adds a row of the source, each sample times `weight`; weights for one row of the result add up to 2¹⁶.
    private borrowing func add(_ line: UnsafePointer<UInt8>, _ weight: UInt32, to sums: UnsafeMutablePointer<UInt32>) {
        switch source.layout {
        case .rgb:
            for index in 0..<source.stride { sums[index] &+= UInt32(line[index]) &* weight }
        case .rgba:
            // A colour times 255 at most, times 2¹⁶ at most, is less than 2³².
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
        for spot in columns.spots {
            var red: UInt32 = 1 << 23, green = red, blue = red
            var place = spot.first &* 3
            for index in spot.place..<spot.place &+ spot.count {
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
        for spot in columns.spots {
            var total = SIMD4<UInt32>(repeating: 1 << 15)
            var place = spot.first &* 4
            for index in spot.place..<spot.place &+ spot.count {
                let pixel = SIMD4(sums[place], sums[place &+ 1], sums[place &+ 2], sums[place &+ 3])
                total &+= (pixel &+ (1 << 15)) &>> 16 &* columns.weights[index]
                place &+= 4
            }
            total = total &>> 16
            // What is not there has no colour.
            let alpha = Swift.max(total.w, 1)
            for index in 0..<3 {
                target[index] = UInt8(truncatingIfNeeded: Swift.min(255, (total[index] &* 255 &+ alpha / 2) / alpha))
            }
            target[3] = UInt8(truncatingIfNeeded: (total.w &+ 127) / 255)
            target += 4
        }
    }
}

/// Which pixels of a line each pixel of a shorter line covers, and how much of each.
private struct Coverage {
    struct Spot {
        let first: Int
        let count: Int
        /// Where its weights begin.
        let place: Int
    }

    private(set) var spots: [Spot] = []
    /// Those of a spot add up to 2¹⁶.
    private(set) var weights: [UInt32] = []

    /// - Parameter step: for how many of the `length` each pixel of the line stands; the last one stands for the rest.
    init(of length: Int, step: Int, by shorter: Int) {
        spots.reserveCapacity(shorter)
        weights.reserveCapacity(length / step + 2 * shorter)
        for index in 0..<shorter {
            // In parts, of which each of the `length` has as many as there are pixels in the shorter line.
            let (start, end) = (index * length, (index + 1) * length)
            let (first, last) = (start / (shorter * step), (end - 1) / (shorter * step))
            spots.append(Spot(first: first, count: last - first + 1, place: weights.count))
            var done = 0
            for pixel in first...last {
                let covered = (Swift.min((pixel + 1) * shorter * step, end) - start) * 65536 / length
                weights.append(UInt32(truncatingIfNeeded: covered - done))
                done = covered
            }
        }
    }
}
