// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// One pass of libarchive over an archive, which can only go forward.  Used by one thread at a time.
final class ArchiveSession: @unchecked Sendable {
    struct Entry {
        let path: [UInt8]
        let size: UInt64
        let isFile: Bool
        let isEncrypted: Bool
    }

    private let functions: LibArchive
    /// The name of the format in messages.
    private let kind: String
    private let handle: LibArchive.Handle
    private let input: Input
    /// The number of entries whose headers have been read.
    private(set) var count = 0

    /// What libarchive reads from.
    private final class Input {
        let source: any ByteSource
        let size: UInt64
        var position: UInt64 = 0
        var buffer = ByteBuffer(copying: UnsafeRawBufferPointer(start: nil, count: 0))
        /// The failure of the source, which libarchive cannot pass on.
        var failure: Failure?

        static let step: UInt64 = 128 << 10

        init(_ source: any ByteSource) throws(Failure) {
            self.source = source
            size = try source.size()
            guard size <= UInt64(Int64.max) else { throw Failure(.limit, "The archive is too large.") }
        }

        func next() -> Int {
            do throws(Failure) {
                buffer = try source.buffer(at: position, count: min(Input.step, size - position))
                position += UInt64(buffer.count)
                return buffer.count
            } catch {
                failure = error
                return -1
            }
        }

        /// - Parameter origin: as for lseek().
        func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
            let start: UInt64 = origin == 0 ? 0 : origin == 1 ? position : size
            let (target, overflow) = Int64(start).addingReportingOverflow(offset)
            guard !overflow, target >= 0, UInt64(target) <= size else { return -30 }
            position = UInt64(target)
            return target
        }
    }

    init(_ functions: LibArchive, _ source: any ByteSource, _ kind: String) throws(Failure) {
        input = try Input(source)
        self.functions = functions
        self.kind = kind
        guard let handle = functions.new() else { throw Failure(.internal, "libarchive has no memory.") }
        self.handle = handle
        for format in functions.formats { _ = format(handle) }
        _ = functions.setRead(handle) { _, data, buffer in
            guard let data, let buffer else { return -1 }
            let input = Unmanaged<Input>.fromOpaque(data).takeUnretainedValue()
            let count = input.next()
            buffer.pointee = input.buffer.withBytes { $0.baseAddress }
            return count
        }
        _ = functions.setSkip(handle) { _, data, count in
            guard let data, count > 0 else { return 0 }
            let input = Unmanaged<Input>.fromOpaque(data).takeUnretainedValue()
            let skipped = min(UInt64(count), input.size - input.position)
            input.position += skipped
            return Int64(skipped)
        }
        _ = functions.setSeek(handle) { _, data, offset, origin in
            guard let data else { return -30 }
            return Unmanaged<Input>.fromOpaque(data).takeUnretainedValue().seek(offset, origin)
        }
        _ = functions.setData(handle, Unmanaged.passUnretained(input).toOpaque())
        let result = CharacterLocale.withUTF8 { functions.open(handle) }
        guard result >= LibArchive.warning else { throw failure("The \(kind) archive cannot be read") }
    }

    deinit { _ = functions.free(handle) }

    /// Reads the next header; nil at the end.
    func next() throws(Failure) -> Entry? {
        try CharacterLocale.withUTF8 { () throws(Failure) in
            var entry: LibArchive.Handle?
            let result = functions.nextHeader(handle, &entry)
            if result == LibArchive.end { return nil }
            guard result >= LibArchive.warning, let entry else { throw failure("The \(kind) archive is damaged") }
            count += 1
            let name = functions.path(entry) ?? functions.rawPath(entry)
            return Entry(
                path: name.map { Array(UnsafeRawBufferPointer(start: $0, count: length(of: $0))) } ?? [],
                size: UInt64(max(0, functions.size(entry))), isFile: functions.type(entry) == LibArchive.regularFile,
                isEncrypted: functions.isEncrypted(entry) > 0)
        }
    }

    private func length(of name: UnsafePointer<CChar>) -> Int {
        var count = 0
        while name[count] != 0 { count += 1 }
        return count
    }

    /// Reads the data of the current entry.
    func data(_ size: UInt64) throws(Failure) -> ByteBuffer {
        try ByteBuffer(claiming: size) { (space) throws(Failure) in
            var done = 0
            while done < space.count {
                let rest = space.count - done
                let count = CharacterLocale.withUTF8 {
                    functions.read(handle, space.baseAddress.map { $0 + done }, rest)
                }
                guard count > 0, count <= rest else { throw failure("The file in the \(kind) archive is damaged") }
                done += count
            }
        }
    }

    /// The failure of the source, or the message of libarchive.
    private func failure(_ what: String) -> Failure {
        if let failure = input.failure { return failure }
        let message = functions.message(handle).map { String(cString: $0).prefix(200) } ?? ""
        let words = Set(message.utf8.split { !ASCII.isLetter($0) }.map { String(Substring($0)).asciiLowercased })
        if !words.isDisjoint(with: ["encryption", "encrypted"]) { return ArchiveContainer.encrypted }
        // Such as solid archives of RAR 4.
        let isUnsupported = !words.isDisjoint(with: ["unsupported", "unavailable"])
        return Failure(isUnsupported ? .unsupported : .format, what + (message.isEmpty ? "." : ": \(message)."))
    }
}
