// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel
import LecternText
import LecternThreads

/// An open publication: its contents, which never change, the services of the host, which are opened for it once, and values
/// that are computed when they are first needed.
public final class Publication: Sendable {
    let contents: PublicationContents
    /// The logger for warnings that occur later.
    public let log: Log
    /// Receives the progress of long operations.
    let progress: Progress
    /// Values that the host computes from this publication.
    public let cache = PublicationCache()
    /// Those that are also kept across runs.
    let keptValues = PublicationCache()

    /// Values that the library computes from this publication.
    let values = LazyValues()
    let references: FileReferences
    private let knownHost = Lazy<HostServices>()
    private let knownDecryption = Lazy<Bool>()
    /// What opens the services of the host, also for copies.
    let factories: [ServiceFactory]

    /// - Parameter services: what opens the services of the host.  They get this publication, and may already use it.
    convenience init(_ contents: PublicationContents, _ opening: OpenContext, _ services: [ServiceFactory] = []) {
        self.init(contents, logging: opening.log, opening.progress, services)
    }

    init(
        _ contents: PublicationContents, logging log: @escaping Log, _ progress: Progress, _ services: [ServiceFactory]
    ) {
        self.contents = contents
        references = FileReferences(contents)
        self.log = log
        self.progress = progress
        factories = services
        if !services.isEmpty { _ = knownHost.value { HostServices(services, for: self) } }
        log(warnings)
    }

    /// Starts the work of one call, with the limits of this publication.
    func work(_ task: String) -> Work { Work(task, progress, opening.limits) }

    // MARK: Contents

    var container: any Container { contents.container }

    var parsed: ParsedPublication { contents.parsed }

    /// The options and the context, without the logger and the progress of opening.
    var opening: OpenContext { contents.opening }

    public var limits: Limits { opening.limits }

    /// The name of the publication in errors.
    var name: String { container.name }

    /// Problems that were repaired or ignored while opening.
    public var warnings: [Warning] {
        guard let host else { return contents.warnings }
        return contents.warnings.filter { !$0.isOfEncryption || !isDecryptedByHost } + host.warnings
    }

    /// Whether a service of the host answers for an encrypted resource.  It is asked for one, when it has been opened.
    private var isDecryptedByHost: Bool {
        knownDecryption.value {
            let encrypted = (manifest.readingOrder + manifest.resources).first { link in
                parsed.encryptions[String(Href.path(link.href))].map { !$0.isObfuscation } ?? false
            }
            return encrypted.flatMap { try? fromHost(route($0.href)) } != nil
        }
    }

    /// The manifest with the links of services.
    public var manifest: Manifest { host?.manifest ?? parsed.manifest }

    public var manifestJSON: ByteBuffer { manifest.json }

    /// The titles of resources in the table of contents.
    var titles: SearchTitles { values.value { SearchTitles(manifest) } }

    /// The resources that may have footnotes.
    var noteResources: FootnoteResources { values.value { FootnoteResources(manifest, similar: references.href) } }

    // MARK: Services

    /// The services of the host; nil if there are none, and while they are opened.
    var host: HostServices? { knownHost.known }

    /// The name and links of every service, in the order in which they are asked.
    public var services: [(name: String, isBuiltIn: Bool, links: [Link])] {
        (host?.services ?? []).map { ($0.name, false, $0.links) }
            + contents.services.map { ($0.name, true, $0.links(parsed)) }
    }
}
