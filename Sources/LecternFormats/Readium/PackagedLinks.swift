// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Whether the files that a manifest lists are in the package.
enum PackagedLinks {
    /// Warns of those that are not.
    /// - Returns: where files are whose names are written a little differently, by href.
    static func review(_ manifest: Manifest, in container: any Container, _ log: inout WarningLog) -> [String: String] {
        var files = PublicationFiles(container, limits: Limits())
        var paths: [String: String] = [:]
        for (links, severity) in [(manifest.readingOrder, Warning.Severity.major), (manifest.resources, .moderate)] {
            for link in links where !link.isTemplated {
                // What is on a server may be there.
                guard let path = Href.entryPath(link.href), container.entry(at: path) == nil else { continue }
                guard let similar = files.similarPath(to: path) else {
                    log.add(severity, "The file is not in the package.", [link.href])
                    continue
                }
                paths[String(Href.path(link.href))] = similar.path
                if !similar.isSame { log.add(.minor, "The file is found as \"\(similar.path)\".", [link.href]) }
            }
        }
        return paths
    }
}
