// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A manifest whose files are served by the host.
public enum ServedManifest {
    /// - Parameter json: the manifest that the host has passed.  Errors that cannot be repaired are JSON errors.
    public static func parse(_ json: JSONReader, _ opening: OpenContext) throws(Failure) -> ParsedPublication {
        var rules = ManifestReader.Rules()
        rules.guessesTypes = true
        rules.maxNesting = opening.limits.maxNesting
        var log = WarningLog()
        let manifest: Manifest
        do throws(Failure) {
            manifest = try Manifest.read(json, rules, log: &log)
        } catch {
            throw Failure(.json, error.message, path: error.path)
        }
        var parsed = ParsedPublication(manifest: manifest)
        parsed.mediaType = ReadiumFormat.manifestType(manifest)
        parsed.encryptions = ReadiumProtection.encryptions(manifest)
        parsed.positions = PositionsStrategy(manifest)
        parsed.warnings = log.all
        return parsed
    }
}
