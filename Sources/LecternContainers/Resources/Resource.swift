// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Bytes with a link: a file of a publication, or the answer of a service.  Immutable.
public struct Resource: Sendable {
    public enum Content: Sendable {
        case file(ResourceReader)
        /// A file that only a licence opens; the text names what protects it.
        case protected(ResourceReader, by: String)
        case bytes(ByteBuffer)
        /// What a host delivers: its size is asked for each time, and no more than `most` is read at once.
        case source(any ByteSource, most: UInt64)
    }

    public let link: Link
    let content: Content
    /// The publication, for the path of errors; nil for a resource that belongs to none.
    private let publication: String?

    public init(link: Link, content: Content, publication: String? = nil) {
        self.link = link
        self.content = content
        self.publication = publication
    }

    public func described(by link: Link) -> Resource { Resource(link: link, content: content, publication: publication) }

    /// What a host has answered with; it may be of a publication already.
    public func answering(for publication: String, _ link: Link? = nil) -> Resource {
        Resource(link: link ?? self.link, content: content, publication: self.publication ?? publication)
    }

    /// The file of the publication whose bytes it is as they are; nil for what is encrypted, obfuscated, or no such file.
    public var plainEntry: ContainerEntry? {
        guard case .file(let reader) = content, reader.obfuscation == nil else { return nil }
        return reader.entry
    }

    /// For those who jump about in it: what costs more to be read in parts is read at once.
    public func source(_ work: Work? = nil) throws(Failure) -> any ByteSource {
        switch content {
        case .source(let source, _): source
        case .file(let reader) where !reader.entry.isCompressed && reader.obfuscation == nil: reader.source()
        default:
            if let work { MemorySource(try read(&work.budget)) } else { MemorySource(try read(offset: 0, length: .max)) }
        }
    }

    public var size: UInt64 {
        get throws(Failure) {
            switch content {
            case .file(let reader), .protected(let reader, _): return reader.size()
            case .bytes(let buffer): return UInt64(buffer.count)
            case .source(let source, _): return try located { () throws(Failure) in try source.size() }
            }
        }
    }

    /// `length` bytes from `offset` on: fewer at the end, none behind it.  `UInt64.max` means to the end.
    public func read(offset: UInt64, length: UInt64) throws(Failure) -> ByteBuffer {
        try located { () throws(Failure) in try content.read(offset: offset, length: length) }
    }

    /// All of it, within a call that reads more.
    public func read(_ budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        try located { () throws(Failure) in
            switch content {
            case .file(let reader): return try reader.read(budget: &budget)
            case .bytes(let buffer): return buffer
            case .protected: break
            case .source(let source, _): try budget.charge(try source.size())
            }
            return try content.read(offset: 0, length: .max)
        }
    }

    /// Says of what is thrown where it happened.  A file knows its path; what a host delivers only has a link, or hands
    /// on an error of this publication.
    private func located<T>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
        do throws(Failure) {
            return try body()
        } catch {
            guard let publication else { throw error }
            guard case .source = content else { throw error.within(publication) }
            throw error.isWithin(publication) ? error : error.within(link.href).within(publication)
        }
    }
}

extension Resource.Content {
    fileprivate func read(offset: UInt64, length: UInt64) throws(Failure) -> ByteBuffer {
        switch self {
        case .file(let reader): return try reader.read(offset: offset, length: length)
        case .protected(let reader, let system):
            throw Failure(
                .protected, "The resource is encrypted with \(system), which needs a licence.",
                path: [reader.entry.path])
        case .bytes(let buffer):
            return buffer.withBytes { bytes in
                let start = Int(min(offset, UInt64(bytes.count)))
                let count = Int(min(length, UInt64(bytes.count - start)))
                return ByteBuffer(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
            }
        case .source(let source, let most):
            let size = try source.size()
            let start = min(offset, size)
            let count = min(length, size - start)
            guard count <= most else { throw Failure(.limit, "More than \(most) bytes would have to be read.") }
            return try source.buffer(at: start, count: count)
        }
    }
}
