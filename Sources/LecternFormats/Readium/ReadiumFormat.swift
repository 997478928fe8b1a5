// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Parses Readium Web Publication Manifests, standalone or in a package: .webpub, .audiobook, .divina, and packages
/// protected by LCP.
///
/// The manifest is passed on unchanged, but for the durations of recordings where it has none.
public enum ReadiumFormat {
    static let manifestPath = "manifest.json"
    /// The maximum size of a manifest in bytes.
    public static let maxManifest: UInt64 = 32 << 20
    /// The approximate memory limit for the values of a document and the objects created from them.
    public static let maxMemory = 256 << 20

    /// Parses a package: an archive or a directory with a manifest at its root.
    public static func parse(
        _ container: any Container, limits: Limits, kept: KeptRecordings? = nil
    ) throws(Failure) -> ParsedPublication {
        guard let entry = container.entry(at: manifestPath) else {
            throw Failure(.format, "There is no manifest.json, which lists the resources.", path: [manifestPath])
        }
        try checkSize(entry.length, path: manifestPath)
        let text = try within(manifestPath) { () throws(Failure) in try container.read(entry, limits: limits) }
        let json = try json(text, path: manifestPath, limits)
        var publication = try parse(
            json, files: container, name: container.name, limits: limits, kept: kept)
        publication.mediaType = MediaType.webpub
        return publication
    }

    /// Parses a manifest that was read by the caller.
    ///
    /// - Parameters:
    ///   - json: the manifest, with the path for warnings.
    ///   - files: the container of the resources, if it is known.
    ///   - name: the title, without its extension, if the manifest has none.
    public static func parse(
        _ json: JSONReader, files container: (any Container)?, name: String, limits: Limits, kept: KeptRecordings? = nil
    ) throws(Failure) -> ParsedPublication {
        var rules = ManifestReader.Rules()
        rules.isPackaged = true
        rules.guessesTypes = true
        rules.title = FormatHints.stem(of: name)
        rules.maxNesting = limits.maxNesting
        var log = WarningLog()
        var manifest = try Manifest.read(json, rules, log: &log)
        // An empty reference has a different target for each caller.
        manifest.readingOrder.removeAll { $0.href == "#" }
        guard !manifest.readingOrder.isEmpty else {
            throw Failure(.format, "The reading order is empty.", path: json.path)
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
            try publication.measureRecordings(in: container, limits, kept, &log)
        }
        publication.warnings = log.all
        return publication
    }

    /// The media type of a standalone manifest.
    static func manifestType(_ manifest: Manifest) -> String {
        if manifest.conformsTo(Profile.audiobook.rawValue) { return MediaType.audiobookManifest }
        return manifest.conformsTo(Profile.divina.rawValue) ? MediaType.divinaManifest : MediaType.webpubManifest
    }

    // MARK: JSON

    /// Parses JSON text, which may begin with a byte order mark.
    ///
    /// - Parameters:
    ///   - path: the path of the document.
    ///   - memory: the approximate number of bytes that are left for the values and the objects created from them.
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
            // Invalid JSON in a file is a format error; invalid JSON from the host is a JSON error.
            throw error.status == .json ? Failure(.format, error.message, path: error.path) : error
        }
    }

    /// The size of a value.  Each can be a reference, which becomes as long as the path of the document.
    public static func valueSize(path: String) -> Int { 256 + path.utf8.count }

    /// The maximum number of values in a manifest.
    static let maxValues = maxMemory / valueSize(path: manifestPath)

    public static func checkSize(_ size: UInt64, path: String) throws(Failure) {
        guard size <= maxManifest else {
            throw Failure(.limit, "The document is larger than \(maxManifest >> 20) MB.", path: [path])
        }
    }
}
