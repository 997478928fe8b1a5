// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

/// All files below a directory, sorted by the bytes of their paths, so that the order is the same on every file system.
public struct DirectoryListing {
    private(set) var entries: [ContainerEntry] = []
    private var findings = Findings<DirectoryFinding>()
    /// The number of files, directories and other entries seen so far.
    private var seen: UInt64 = 0
    private let limits: Limits

    init(_ root: OpenDirectory, _ limits: Limits) throws(Failure) {
        self.limits = limits
        var waiting: [[String]] = [[]]
        while let directory = waiting.popLast() {
            let names = try list(try root.descend(directory), directory)
            guard names.isEmpty || directory.count < limits.maxNesting else {
                throw Failure(.limit, "The directories are nested more than \(limits.maxNesting) levels deep.")
            }
            waiting += names.reversed().map { directory + [$0] }
        }
        entries.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    var warnings: [Warning] { findings.warnings }

    /// Adds the files of one directory, and returns the names of its subdirectories.
    private mutating func list(_ place: OpenDirectory, _ components: [String]) throws(Failure) -> [String] {
        var directories: [String] = []
        for name in try names(in: place) {
            let path = (components + [name.text]).joined(separator: "/")
            guard name.isExact else {
                findings.note(.nameNotUTF8, path)
                continue
            }
            // The file may have been deleted in the meantime.
            guard let status = try? place.status(of: name.text) else { continue }
            switch status.kind {
            case .file: entries.append(ContainerEntry(file: path, length: status.size))
            case .directory: directories.append(name.text)
            case .link: findings.note(.link, path)
            case .fifo, .socket, .device: findings.note(.special, path)
            }
        }
        return directories
    }

    /// The names in one directory, sorted, because file systems return them in any order.
    private mutating func names(in place: OpenDirectory) throws(Failure) -> [OpenDirectory.Name] {
        var names: [OpenDirectory.Name] = []
        try place.forEachName { name throws(Failure) in
            seen += 1
            guard seen <= limits.maxEntries else {
                throw Failure(.limit, "The directory has more than \(limits.maxEntries) files.")
            }
            names.append(name)
            return true
        }
        return names.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    }
}

/// Reasons why entries are left out of a listing.
private enum DirectoryFinding: FindingKind {
    case link, special, nameNotUTF8

    var severity: Warning.Severity { .moderate }

    var text: String {
        switch self {
        case .link: "The directory has symbolic links, which are not followed"
        case .special: "The directory has FIFOs, sockets or devices, which are ignored"
        case .nameNotUTF8: "The directory has files whose names are not valid UTF-8, which are ignored"
        }
    }
}
