// SPDX-License-Identifier: BSD-3-Clause

/// The part of GifFileType that is used, with the layout of the C struct.
struct GIFFile {
    let width: Int32
    let height: Int32
    private let resolution: Int32
    private let background: Int32
    private let aspect: UInt8
    let colors: UnsafePointer<GIFColorMap>?
    private let imageCount: Int32
    let image: GIFImageDescription
    private let images: UnsafeRawPointer?
    private let extensionCount: Int32
    private let extensions: UnsafeRawPointer?
    private let error: Int32
    let userData: UnsafeMutableRawPointer?

    static let ok: Int32 = 1
    static let imageRecord: Int32 = 2
    static let extensionRecord: Int32 = 3
    static let graphicControl: Int32 = 0xF9

    /// The rows of a frame in stored order (GIF89a, appendix E).
    static func rows(_ count: Int, isInterlaced: Bool) -> [Int] {
        let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        return passes.flatMap { first, step in Array(stride(from: first, to: count, by: step)) }
    }
}

/// GifImageDesc.
struct GIFImageDescription {
    let left: Int32
    let top: Int32
    let width: Int32
    let height: Int32
    let isInterlaced: Bool
    let colors: UnsafePointer<GIFColorMap>?
}

/// ColorMapObject.
struct GIFColorMap {
    let count: Int32
    private let bitsPerPixel: Int32
    private let isSorted: Bool
    /// Three bytes per colour.
    let colors: UnsafePointer<UInt8>?
}
