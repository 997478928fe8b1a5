// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Reads Readium Web Publication Manifests, alone or in a package: .webpub, .audiobook, .divina, and those that LCP
/// protects.
///
/// The manifest is handed on as it is, with everything that it says and nothing that it should have said.
public enum ReadiumFormat {
    static let manifestPath = "manifest.json"
    /// Bytes of a manifest.
    public static let maxManifest: UInt64 = 32 << 20
    /// About the bytes that the values of a document, and what is made of them, take in memory.
    public static let maxMemory = 256 << 20

    /// A package: an archive or a directory with a manifest at its root.
    public static func parse(_ container: any Container, limits: Limits) throws(Failure) -> ParsedPublication {
        guard let entry = container.entry(at: manifestPath) else {
            throw Failure(.format, "There is no manifest.json, which lists the resources.", path: [manifestPath])
        }
        try checkSize(entry.length, path: manifestPath)
        let text = try within(manifestPath) { () throws(Failure) in try container.read(entry, limits: limits) }
        let json = try json(text, path: manifestPath, limits)
        var publication = try parse(json, files: container, name: container.name, limits: limits)
        publication.mediaType = MediaType.webpub
        return publication
    }

    /// A manifest that was read by somebody.
    ///
    /// - Parameters:
    ///   - json: the manifest, with what the paths of warnings call it.
    ///   - files: where the resources are, if it is known by now which of them there are.
    ///   - name: stands for a missing title, without its extension.
    public static func parse(
        _ json: JSONReader, files container: (any Container)?, name: String, limits: Limits
    ) throws(Failure) -> ParsedPublication {
        var rules = ManifestReader.Rules()
        rules.isPackaged = true
        rules.guessesTypes = true
        rules.title = FormatHints.stem(of: name)
        rules.maxNesting = limits.maxNesting
        var log = WarningLog()
        var manifest = try Manifest.read(json, rules, log: &log)
        // Where an empty reference leads depends on who asks.
        manifest.readingOrder.removeAll { $0.href == "#" }
        guard !manifest.readingOrder.isEmpty else {
            throw Failure(.format, "There is nothing in the reading order.", path: json.path)
        }
        var publication = ParsedPublication(manifest: manifest)
        publication.encryptions = ReadiumProtection.encryptions(manifest)
        publication.uniqueIdentifier = manifest.metadata.identifier
        publication.positions = PositionsStrategy(manifest)
        if let container {
            ReadiumProtection.announce(in: &publication, container, &log)
            publication.entryPaths = PackagedLinks.review(manifest, in: container, &log)
            if let locators = try PublishedPositions.read(manifest, in: container, limits, &log) {
                publication.positions = .published(locators)
            }
        }
        publication.warnings = log.all
        return publication
    }

    /// The media type of a manifest by itself.
    static func manifestType(_ manifest: Manifest) -> String {
        if manifest.conformsTo(Profile.audiobook.rawValue) { return MediaType.audiobookManifest }
        return manifest.conformsTo(Profile.divina.rawValue) ? MediaType.divinaManifest : MediaType.webpubManifest
    }

    // MARK: JSON

    /// The value of JSON text, which may begin with a byte order mark.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - memory: about the bytes that are left for the values, and for what is made of them.
    public static func json(
        _ text: ByteBuffer, path: String, _ limits: Limits, memory: Int = maxMemory
    ) throws(Failure) -> JSONReader {
        do throws(Failure) {
            let value = try text.withBytes { (bytes) throws(Failure) in
                let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
                let body = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
                return try JSONParser.parse(
                    UnsafeRawBufferPointer(rebasing: body), source: path, maxDepth: limits.maxJSONDepth,
                    maxValues: memory / valueSize(path: path))
            }
            return JSONReader(value, source: path)
        } catch {
            // What a file says is of no format, where what a host says is no JSON.
            throw error.status == .json ? Failure(.format, error.message, path: error.path) : error
        }
    }

    /// Each value can be a reference, and become as long as the path of the document.
    public static func valueSize(path: String) -> Int { 256 + path.utf8.count }

    /// The values of a manifest, at most.
    static let maxValues = maxMemory / valueSize(path: manifestPath)

    public static func checkSize(_ size: UInt64, path: String) throws(Failure) {
        guard size <= maxManifest else {
            throw Failure(.limit, "The document is larger than \(maxManifest >> 20) MB.", path: [path])
        }
    }
}
