// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Opens the archive or folder at `path`.
public func openContainer(path: String, limits: Limits) throws(Failure) -> any Container {
    try container(of: try Candidate(path: path), limits)
}

/// Opens an archive in memory or on a stream.
public func openContainer(_ source: any ByteSource, name: String, limits: Limits) throws(Failure) -> any Container {
    try container(of: Candidate(source, name: name), limits)
}

private func container(of candidate: Candidate, _ limits: Limits) throws(Failure) -> any Container {
    try within(candidate.name) { () throws(Failure) -> any Container in
        switch candidate.content {
        case .directory(let path): try DirectoryContainer(path: path, name: candidate.name, limits: limits)
        case .file(let source, _): try ZipContainer.open(source, name: candidate.name, limits: limits)
        }
    }
}

/// Opens an archive in memory.
public func open(_ bytes: [UInt8], limits: Limits = Limits()) throws(Failure) -> any Container {
    try openContainer(bytes.withUnsafeBytes { MemorySource(copying: $0) }, name: "test.zip", limits: limits)
}
