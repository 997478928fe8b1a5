// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Resource {
    /// Some of its bytes, which are read when they are asked for.  The range is within the resource.
    public func part(_ range: Range<UInt64>) -> Resource {
        Resource(link: link, content: .source(ResourcePart(self, range), most: Limits().maxEntrySize))
    }
}

/// A range of a resource as a source of its own.
private final class ResourcePart: ByteSource {
    private let whole: Resource
    private let range: Range<UInt64>

    init(_ whole: Resource, _ range: Range<UInt64>) {
        self.whole = whole
        self.range = range
    }

    func size() -> UInt64 { range.upperBound - range.lowerBound }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        guard offset < size() else { return 0 }
        let length = min(UInt64(buffer.count), size() - offset)
        let part = try whole.read(offset: range.lowerBound + offset, length: length)
        return part.withBytes { bytes in
            let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(buffer.count))
            buffer.copyMemory(from: part)
            return part.count
        }
    }
}
