// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import TestArchives

/// Calls `body` with each XML document in a folder, and in the archives in it.
func forEachDocument(in container: any Container, _ body: (String, [UInt8]) -> Void) throws {
    for entry in try container.entries where entry.length < 4 << 20 {
        var budget = ReadBudget(Limits())
        guard let buffer = try? container.read(entry, budget: &budget) else { continue }
        let bytes = buffer.withBytes { Array($0) }
        let path = "\(container.name)/\(entry.path)"
        if bytes.starts(with: "PK".utf8) {
            let source = bytes.withUnsafeBytes { MemorySource(copying: $0) }
            guard let inner = try? openContainer(source, name: path, limits: Limits()) else { continue }
            // An archive that cannot be listed has no documents.
            try? forEachDocument(in: inner, body)
        } else if bytes.prefix(200).contains(UInt8(ascii: "<")) {
            body(path, bytes)
        }
    }
}
