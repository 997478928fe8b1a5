// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A manifest that the host passes, whose files it serves.
public enum ServedManifest {
    /// - Parameter json: the manifest that the host has passed.  Errors that cannot be repaired are JSON errors.
    public static func parse(_ json: JSONReader, _ opening: OpenContext) throws(Failure) -> ParsedPublication {
        var log = WarningLog()
        let manifest = try read(json, isPackaged: false, opening, &log)
        var parsed = ParsedPublication(manifest: manifest)
        parsed.mediaType = ReadiumFormat.manifestType(manifest)
        parsed.encryptions = ReadiumProtection.encryptions(manifest)
        parsed.positions = PositionsStrategy(manifest)
        parsed.warnings = log.all
        return parsed
    }

    fileprivate static func read(
        _ json: JSONReader, isPackaged: Bool, _ opening: OpenContext, _ log: inout WarningLog
    ) throws(Failure) -> Manifest {
        var rules = ManifestReader.Rules()
        rules.isPackaged = isPackaged
        rules.guessesTypes = true
        rules.maxNesting = opening.limits.maxNesting
        do throws(Failure) {
            return try Manifest.read(json, rules, log: &log)
        } catch {
            throw Failure(.json, error.message, path: error.path)
        }
    }
}

extension ParsedPublication {
    /// Replaces the manifest with one of the host.
    ///
    /// What the files say stays as it is: the format, and which files are encrypted.  A position list of the package is
    /// only used for its own reading order.
    ///
    /// - Parameter isPackaged: whether hrefs refer to entries of a package.
    public mutating func edit(_ json: JSONReader, isPackaged: Bool, _ opening: OpenContext) throws(Failure) {
        var log = WarningLog()
        let edited = try ServedManifest.read(json, isPackaged: isPackaged, opening, &log)
        guard !edited.readingOrder.isEmpty || manifest.readingOrder.isEmpty else {
            throw json.failure("The reading order is empty.")
        }
        encryptions.merge(ReadiumProtection.encryptions(edited)) { ofFile, _ in ofFile }
        let hrefs = edited.readingOrder.map(\.href)
        let before = manifest.readingOrder.map(\.href)
        if hrefs != before {
            switch positions {
            case .pages(let counts):
                let known = Dictionary(zip(before, counts), uniquingKeysWith: { first, _ in first })
                positions = .pages(hrefs.map { known[$0] ?? 0 })
            case .published: positions = PositionsStrategy(edited)
            default: break
            }
        }
        manifest = edited
        warnings += log.all
    }
}
