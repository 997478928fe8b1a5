// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Checks that the files of a manifest are in the package.
enum PackagedLinks {
    /// Warns about missing files.
    /// - Returns: the paths of files whose names are spelled slightly differently, by href.
    static func review(_ manifest: Manifest, in container: any Container, _ log: inout WarningLog) -> [String: String] {
        var files = PublicationFiles(container, limits: Limits())
        var paths: [String: String] = [:]
        for (links, severity) in [(manifest.readingOrder, Warning.Severity.major), (manifest.resources, .moderate)] {
            for link in links where !link.isTemplated {
                // Remote files are not checked.
                guard let path = Href.entryPath(link.href), container.entry(at: path) == nil else { continue }
                guard let similar = files.similarPath(to: path) else {
                    log.add(severity, "The file is not in the package.", [link.href])
                    continue
                }
                paths[String(Href.path(link.href))] = similar.path
                if similar.difference != .form {
                    log.add(.minor, "The file was found as \"\(similar.path)\".", [link.href])
                }
            }
        }
        return paths
    }
}
