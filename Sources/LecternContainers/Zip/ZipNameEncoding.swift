// SPDX-License-Identifier: BSD-3-Clause

import LecternEncodings
import LecternMarkup
import LecternModel

/// The encoding of names that are not marked as UTF-8.  It should be code page 437 (APPNOTE appendix D), but many tools use
/// UTF-8 or the encoding of their system.
enum ZipNameEncoding: Sendable {
    /// UTF-8, and code page 437 for names that are not valid UTF-8.
    case standard
    case legacy(TextEncoding)

    /// Converts a name to UTF-8.  Returns nil if it is UTF-8 already.
    func decode(_ name: UnsafeRawBufferPointer) -> [UInt8]? {
        if ZipName.isUTF8(name), !isLegacy || ZipNameEncoding.isCertainlyUTF8(name) { return nil }
        guard case .legacy(let encoding) = self else { return CodePage437.decode(name) }
        return encoding.decoded(name.bindMemory(to: UInt8.self))
    }

    /// The problem of a name that was converted.
    var finding: ZipFinding { isLegacy ? .otherEncoding : .codePage437 }

    private var isLegacy: Bool { if case .legacy = self { true } else { false } }

    /// Whether a name that is valid UTF-8 is unambiguous.  The two bytes of a Chinese character can be those of a Latin letter
    /// in UTF-8.
    private static func isCertainlyUTF8(_ name: UnsafeRawBufferPointer) -> Bool { name.contains { $0 >= 0xE0 } }

    /// Whether a name may be in a legacy encoding.
    static func isDoubtful(_ name: UnsafeRawBufferPointer, isMarkedUTF8: Bool) -> Bool {
        !ZipName.isUTF8(name) || !isMarkedUTF8 && !isCertainlyUTF8(name)
    }

    private static let candidates: [ZipNameEncoding] =
        [.standard] + TextEncoding.legacy.map(ZipNameEncoding.legacy)

    /// Chooses the encoding in which most names match references to files.  If none matches, this is the encoding that the
    /// names look like.
    ///
    /// - Parameter references: the names of files and folders in references, as `parts(of:)` returns them.
    static func of(_ names: [[UInt8]], references: Set<String>) -> ZipNameEncoding {
        var best: (encoding: ZipNameEncoding, matches: Int) = (.standard, 0)
        for encoding in candidates where !references.isEmpty {
            let matches = names.reduce(0) { matches, name in
                let text = name.withUnsafeBytes { encoding.decode($0) } ?? name
                return matches + parts(of: String(decoding: text, as: UTF8.self)).count(where: references.contains)
            }
            if matches > best.matches { best = (encoding, matches) }
        }
        if best.matches > 0 || names.allSatisfy(ZipName.isUTF8) { return best.encoding }
        return NameGuess.encoding(of: names).map(ZipNameEncoding.legacy) ?? .standard
    }

    /// The names of folders and files in a path that are not ASCII.
    static func parts(of path: String) -> [String] {
        path.utf8.split(separator: ContainerPath.slash)
            .filter { part in part.contains { $0 >= 0x80 } }.map { String(Substring($0)) }
    }
}

extension ZipContainer {
    /// The maximum number of package documents that are read, and their maximum size in bytes.
    private static let (mostPackages, largestPackage) = (4, 4 << 20)

    /// The non-ASCII names that `META-INF/container.xml` and the package documents of an EPUB refer to.
    func references(_ limits: Limits) -> Set<String> {
        let packages = entries.filter { $0.path.asciiLowercased.hasSuffix(".opf") }.prefix(ZipContainer.mostPackages)
        var references: Set<String> = []
        for entry in packages + [entry(at: "META-INF/container.xml")].compactMap({ $0 })
        where entry.length <= ZipContainer.largestPackage {
            guard let bytes = try? read(entry, limits: limits),
                let tree = try? bytes.withBytes({ try HTMLDocument.parse($0, keepsSpace: false, xml: true) }),
                let root = tree.root
            else { continue }
            let items = tree.descendants(of: root, named: .item).map { tree.attributeText(.href, of: $0) }
            let rootfiles = tree.descendants(of: root, named: .rootfile).map { tree.attributeText(.fullPath, of: $0) }
            for href in items + rootfiles {
                references.formUnion(href.flatMap(Href.entryPath).map(ZipNameEncoding.parts) ?? [])
            }
        }
        return references
    }
}
