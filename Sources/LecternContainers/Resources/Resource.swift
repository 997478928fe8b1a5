// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A link with its bytes: a file of a publication, or the answer of a service.  Immutable.
public struct Resource: Sendable {
    public enum Content: Sendable {
        case file(ResourceReader)
        /// A file that cannot be read without a licence; `by` names the protection scheme.
        case protected(ResourceReader, by: String)
        case bytes(ByteBuffer)
        /// A stream of the host.  Its size is determined for each read, and at most `most` bytes are read at once.
        case source(any ByteSource, most: UInt64)
    }

    public let link: Link
    let content: Content
    /// The name of the publication, for the paths of errors; nil if the resource belongs to no publication.
    private let publication: String?

    public init(link: Link, content: Content, publication: String? = nil) {
        self.link = link
        self.content = content
        self.publication = publication
    }

    public func described(by link: Link) -> Resource {
        Resource(link: link, content: content, publication: publication)
    }

    /// Returns an answer of the host as a resource of this publication, unless it already belongs to one.
    public func answering(for publication: String, _ link: Link? = nil) -> Resource {
        Resource(link: link ?? self.link, content: content, publication: self.publication ?? publication)
    }

    /// The path of the file that the content is made of; nil if it is not a file that can be read.
    public var pathOfFile: String? {
        guard case .file(let reader) = content else { return nil }
        return reader.entry.path
    }

    /// The content, if it is in memory and no file.
    public var bytesInMemory: ByteBuffer? {
        guard case .bytes(let bytes) = content else { return nil }
        return bytes
    }

    /// The file whose bytes are the unmodified content; nil if the content is encrypted, obfuscated or not a file.
    public var plainEntry: ContainerEntry? {
        guard case .file(let reader) = content, reader.obfuscation == nil else { return nil }
        return reader.entry
    }

    /// The content for random access.  A file that cannot be read cheaply in parts is read as a whole.
    public func source(_ work: Work? = nil) throws(Failure) -> any ByteSource {
        switch content {
        case .source(let source, _): source
        case .file(let reader) where !reader.entry.isCompressed && reader.obfuscation == nil: reader.source()
        default:
            if let work {
                MemorySource(try read(&work.budget))
            } else {
                MemorySource(try read(offset: 0, length: .max))
            }
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

    /// Reads `length` bytes starting at `offset`.  The result is shorter at the end, and empty past the end.
    /// `UInt64.max` means up to the end.
    public func read(offset: UInt64, length: UInt64) throws(Failure) -> ByteBuffer {
        try located { () throws(Failure) in try content.read(offset: offset, length: length) }
    }

    /// Reads the whole content, and charges it to the budget of a call.
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

    /// Adds the location to errors that `body` throws.  A file knows its path; content of the host only has a link, or
    /// throws an error that already belongs to this publication.
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
                .protected, "The resource is encrypted with \(system), which requires a licence.",
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
            guard count <= most else { throw Failure(.limit, "The call would read more than \(most) bytes.") }
            return try source.buffer(at: start, count: count)
        }
    }
}
