// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// A file or directory to be opened, before its format is known.
public struct Candidate {
    public enum Content {
        case directory(path: String)
        /// `path` is nil if the bytes do not come from a file with a path.
        case file(any ByteSource, path: String?)
    }

    /// The first component in the path of an error: the last component of the file's path, or the name that the host
    /// gave.
    public let name: String
    public let content: Content

    public var source: (any ByteSource)? {
        if case .file(let source, _) = content { return source }
        return nil
    }

    /// The directory that contains the file, for a standalone manifest that refers to other files.
    public var folder: String? {
        guard case .file(_, let path?) = content else { return nil }
        return path.utf8.lastIndex(of: 0x2F).map { String(path[...$0]) } ?? "."
    }

    public init(path: String, name: String? = nil) throws(Failure) {
        guard !path.isEmpty else { throw Failure(.notFound, "The path is empty.") }
        let name = name ?? Candidate.lastComponent(of: path)
        self.name = name
        content = try within(name) { () throws(Failure) -> Content in
            guard !path.utf8.contains(0) else { throw Failure(.argument, "A path cannot contain NUL.") }
            let status = try Candidate.status(of: path)
            if status.kind == .directory { return .directory(path: path) }
            return .file(try FileSource(path: path, status: status), path: path)
        }
    }

    private static func status(of path: String) throws(Failure) -> FileStatus {
        do throws(Failure) {
            return try FileStatus(path: path)
        } catch {
            let start = String(path.prefix(8)).asciiLowercased
            guard error.status == .notFound, ["http://", "https://"].contains(where: start.hasPrefix) else {
                throw error
            }
            throw Failure(.unsupported, "The library does not use the network: open a stream of the host.")
        }
    }

    public init(_ source: any ByteSource, name: String? = nil) {
        self.name = name ?? "publication"
        content = .file(source, path: nil)
    }

    /// The last component of a path: "book.epub" for "/home/me/book.epub" and for "books/book.epub/".
    public static func lastComponent(of path: String) -> String {
        let bytes = path.utf8
        guard let last = bytes.lastIndex(where: { $0 != 0x2F }) else { return path }
        let start = bytes[..<last].lastIndex(of: 0x2F).map(bytes.index(after:)) ?? bytes.startIndex
        return String(path[start...last])
    }
}
