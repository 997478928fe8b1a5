// SPDX-License-Identifier: BSD-3-Clause

import LecternContainers
import LecternModel

/// The bytes of a prepared file, which are assembled when they are read.
final class SplicedSource: ByteSource {
    private let original: ByteBuffer
    private let spliced: SplicedBytes

    init(_ original: ByteBuffer, _ spliced: SplicedBytes) {
        self.original = original
        self.spliced = spliced
    }

    func size() throws(Failure) -> UInt64 { UInt64(spliced.count) }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        let start = Int(min(offset, UInt64(spliced.count)))
        let end = min(start + min(buffer.count, spliced.count - start), spliced.count)
        var rest = buffer[...]
        original.withBytes { original in
            for piece in spliced.pieces(in: start..<end) {
                switch piece {
                case .original(let range): rest.copyBytes(from: original[range.clamped(to: 0..<original.count)])
                case .inserted(let bytes): rest.copyBytes(from: bytes)
                }
                rest = rest.dropFirst(piece.count)
            }
        }
        return end - start
    }
}
