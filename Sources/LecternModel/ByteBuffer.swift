// SPDX-License-Identifier: BSD-3-Clause

/// Bytes on the heap at a fixed address, followed by a NUL that `count` does not include.
///
/// A buffer is filled once, by the code that creates it, and is immutable after that.  This makes it `Sendable`, and
/// lets the C API lend its address until the buffer is freed.
public final class ByteBuffer: @unchecked Sendable {
    public let base: UnsafeMutablePointer<UInt8>
    public let count: Int

    /// Takes ownership of `base`, which has room for at least `count + 1` bytes.
    init(adopting base: UnsafeMutablePointer<UInt8>, count: Int) {
        self.base = base
        self.count = count
        base[count] = 0
    }

    /// Passes `capacity` uninitialised bytes to `fill`, which returns how many of them it wrote.
    public convenience init(
        capacity: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        let base = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 1)
        do throws(Failure) {
            let count = try fill(UnsafeMutableRawBufferPointer(start: base, count: capacity))
            self.init(adopting: base, count: Swift.max(0, Swift.min(count, capacity)))
        } catch {
            base.deallocate()
            throw error
        }
    }

    public convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(adopting: ByteBuffer.copy(of: bytes), count: bytes.count)
    }

    public convenience init(_ text: String) {
        var text = text
        let (base, count) = text.withUTF8 { (ByteBuffer.copy(of: UnsafeRawBufferPointer($0)), $0.count) }
        self.init(adopting: base, count: count)
    }

    /// Returns a copy with room for the final NUL.
    private static func copy(of bytes: UnsafeRawBufferPointer) -> UnsafeMutablePointer<UInt8> {
        let base = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
        if let source = bytes.baseAddress {
            UnsafeMutableRawPointer(base).copyMemory(from: source, byteCount: bytes.count)
        }
        return base
    }

    deinit { base.deallocate() }

    /// Changes bytes in place.  Only for the code that has just created the buffer and has not shared it yet.
    public func amend(_ change: (UnsafeMutableRawBufferPointer) -> Void) {
        change(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// The bytes, valid while the buffer is alive: use them inside `withExtendedLifetime` or through `withBytes`.
    private var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    public func withBytes<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E) -> T {
        defer { withExtendedLifetime(self) {} }
        return try body(bytes)
    }

    public var isUTF8: Bool {
        withBytes { (try? UTF8Span(validating: $0.assumingMemoryBound(to: UInt8.self).span)) != nil }
    }

    /// The bytes as text, with each invalid UTF-8 sequence replaced by U+FFFD.
    public var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
