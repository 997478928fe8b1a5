// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Opens what is at `path`: a directory as it is, a file as a ZIP archive.
///
/// Failures begin with `name`, which is the last component of the path if it is not given; those of the container
/// itself do not, because whoever uses it knows its name.
package func openContainer(path: String, name: String? = nil, limits: Limits) throws(Failure) -> any Container {
    guard !path.isEmpty else { throw Failure(.notFound, "The path is empty.") }
    let name = name ?? lastComponent(of: path)
    return try within(name) { () throws(Failure) -> any Container in
        guard !path.utf8.contains(0) else { throw Failure(.argument, "A path cannot contain NUL.") }
        let status = try FileStatus(path: path)
        if status.kind == .directory { return try DirectoryContainer(path: path, name: name, limits: limits) }
        return try openArchive(FileSource(path: path, status: status), name: name, limits: limits)
    }
}

/// Opens a ZIP archive in memory or behind a stream.  `name` stands for the name of the file that there is not.
package func openContainer(_ source: any ByteSource, name: String, limits: Limits) throws(Failure) -> any Container {
    try within(name) { () throws(Failure) -> any Container in
        try openArchive(source, name: name, limits: limits)
    }
}

/// "book.epub" of "/home/me/book.epub" and of "books/book.epub/".
package func lastComponent(of path: String) -> String {
    path.utf8.split(separator: 0x2F).last.map { String(Substring($0)) } ?? path
}

private func openArchive(_ source: any ByteSource, name: String, limits: Limits) throws(Failure) -> ZipContainer {
    do throws(Failure) {
        return try ZipContainer(source, name: name, limits: limits)
    } catch {
        guard error.status == .format else { throw error }
        throw explained(error, try firstBytes(of: source), size: try source.size())
    }
}

/// Adds what the file may be to why it is not an archive.
private func explained(_ failure: Failure, _ head: ByteBuffer, size: UInt64) -> Failure {
    guard !head.withBytes({ $0.starts(with: [0x50, 0x4B]) }) || size < 4 else { return failure }
    let hint = head.withBytes { FileSignature.hint($0, size: size) }
    return Failure(.format, ["The file is not a ZIP archive.", hint].compactMap { $0 }.joined(separator: " "))
}

private func firstBytes(of source: any ByteSource) throws(Failure) -> ByteBuffer {
    try ByteBuffer(capacity: Int(min(try source.size(), FileSignature.count))) { (space) throws(Failure) in
        try source.read(at: 0, into: space)
    }
}
