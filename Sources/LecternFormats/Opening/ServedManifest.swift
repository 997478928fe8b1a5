// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A manifest whose files a host serves, wherever it has them from.
public enum ServedManifest {
    /// - Parameter json: what the host passed in: a mistake that cannot be repaired is a mistake in its JSON.
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
