// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Validates the container (EPUB 3.3, 4: Open Container Format).
enum ContainerValidation {
    private static let signaturesPath = "META-INF/signatures.xml"

    static func review(_ files: inout PublicationFiles) throws(Failure) {
        if let archive = files.container as? ZipContainer, hasUnusualNames(archive) {
            let paths = archive.entries.map(\.path)
            reviewCharacters(paths, &files.log)
            reviewDuplicates(paths, &files.log)
        }
        try reviewSignatures(&files)
    }

    /// Characters that are not allowed in file names (4.2.3).  The question mark is not included, because escaping it in
    /// URLs is enough.
    private static let forbidden: [UInt8] = Array("\"*:<>\\|\u{7F}".utf8)

    /// Whether names may break a rule: those that are not ASCII, have a forbidden character, or have the hash of another one
    /// without regard to case.
    private static func hasUnusualNames(_ archive: ZipContainer) -> Bool {
        var hashes: Set<UInt64> = []
        var areUnusual = false
        archive.forEachName { name in
            var hash = FNV1a()
            for byte in name {
                areUnusual = areUnusual || isUnusual[Int(byte)]
                hash.add(ASCII.lowercased(byte))
            }
            if !hashes.insert(hash.value).inserted { areUnusual = true }
        }
        return areUnusual
    }

    private static let isUnusual = (0...UInt8.max).map { $0 < 0x20 || $0 >= 0x80 || forbidden.contains($0) }

    private static func reviewCharacters(_ paths: [String], _ log: inout WarningLog) {
        for path in paths where path.utf8.contains(where: { $0 < 0x20 || forbidden.contains($0) }) {
            log.add(.minor, "The name has characters that file names must not contain.", [path])
        }
    }

    /// Names must differ after canonical normalization, which string comparison includes, and full case folding (4.2.3).
    private static func reviewDuplicates(_ paths: [String], _ log: inout WarningLog) {
        var seen: [String: String] = [:]
        seen.reserveCapacity(paths.count)
        for path in paths {
            let isASCII = path.utf8.allSatisfy { $0 < 0x80 }
            let known = seen.updateValue(path, forKey: isASCII ? path.lowercased() : path.uppercased().lowercased())
            if let known {
                log.add(.minor, "The name only differs from \"\(known.prefix(200))\" in case or Unicode form.", [path])
            }
        }
    }

    /// The root element of signatures (4.2.6.3.6).
    private static func reviewSignatures(_ files: inout PublicationFiles) throws(Failure) {
        guard let entry = files.container.entry(at: signaturesPath),
            let tree = try files.optionalDocument(entry, severity: .minor), let root = tree.root
        else { return }
        if tree.localName(of: root) != "signatures" {
            files.log.add(.minor, "The root element must be signatures.", [signaturesPath])
        }
    }
}
