// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension PDFDocument {
    /// FPDF_REMOVE_SECURITY: everything is written, and nothing of it encrypted.
    private static let withoutSecurity: UInt = 3

    /// The same document as pdfium understands it: repaired, and with nothing encrypted.
    func copy(most: Int) throws(Failure) -> ByteBuffer {
        let target = CopyTarget(most: most)
        let writer = UnsafeMutablePointer<PDFFileWrite>.allocate(capacity: 1)
        writer.initialize(to: PDFFileWrite(target))
        defer { writer.deallocate() }
        let isWhole = withExtendedLifetime(target) { functions.save(handle, writer, PDFDocument.withoutSecurity) != 0 }
        guard !target.isFull else { throw Failure(.unsupported, "The PDF is too large to be repaired or decrypted.") }
        guard isWhole else { throw Failure(.format, "The PDF cannot be repaired or decrypted.") }
        return target.bytes.withUnsafeBytes { ByteBuffer(copying: $0) }
    }
}

/// What has been written so far.
private final class CopyTarget {
    private(set) var bytes: [UInt8] = []
    private(set) var isFull = false
    private let most: Int

    init(most: Int) { self.most = most }

    func append(_ part: UnsafeRawBufferPointer) -> Bool {
        if part.count > most - bytes.count { isFull = true }
        guard !isFull else { return false }
        bytes.append(contentsOf: part)
        return true
    }
}

/// FPDF_FILEWRITE: how pdfium writes.  The first two members are those in C, and pdfium hands back the address of all.
private struct PDFFileWrite {
    let version: Int32 = 1
    let writeBlock: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, UInt) -> Int32
    let target: UnsafeMutableRawPointer

    init(_ target: CopyTarget) {
        self.target = Unmanaged.passUnretained(target).toOpaque()
        writeBlock = { writer, data, count in
            guard let writer, let count = Int(exactly: count), data != nil || count == 0 else { return 0 }
            let target = writer.assumingMemoryBound(to: PDFFileWrite.self).pointee.target
            let part = UnsafeRawBufferPointer(start: data, count: count)
            return Unmanaged<CopyTarget>.fromOpaque(target).takeUnretainedValue().append(part) ? 1 : 0
        }
    }
}
