// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The services of the host that were opened for one publication.
final class HostServices: Sendable {
    /// In the order in which they are asked.
    let services: [any Service]
    /// The links of all of them.
    let links: [Link]
    /// The manifest of the publication with these links; nil if there are none.
    let manifest: Manifest?
    let warnings: [Warning]

    /// A service that fails is left out with a warning, because the publication can be read without it.
    init(_ factories: [ServiceFactory], for publication: Publication) {
        var opened: [any Service] = []
        var warnings: [Warning] = []
        for factory in factories {
            do throws(Failure) {
                if let service = try factory(publication) { opened.append(service) }
            } catch {
                warnings.append(
                    Warning(
                        .major, "A service of the host could not be opened: \(error.message)",
                        path: [publication.name] + error.path))
            }
        }
        let added = opened.flatMap(\.links)
        manifest = added.isEmpty ? nil : publication.parsed.manifest.addingRoutes(added)
        services = opened.reversed()
        links = services.flatMap(\.links)
        self.warnings = warnings
    }
}
