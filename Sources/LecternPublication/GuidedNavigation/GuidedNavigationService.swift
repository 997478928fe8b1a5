// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

/// The route of guided navigation documents (Readium, Guided Navigation).  It is listed in the manifest of a
/// publication whose reading order has media overlays or such documents as alternates, or whose pictures have regions
/// (Readium, Digital Visual Narratives Profile, the collection `guided`), and answered like a resource.
struct GuidedNavigationService {
    private static let types: Set<String> = [MediaType.smil, GuidedNavigationDocument.mediaType]

    static let link = {
        var link = Link(
            href: "~readium/guided-navigation.json{?ref}", type: GuidedNavigationDocument.mediaType, rels: ["related"])
        link.isTemplated = true
        return link
    }()

    static func links(_ manifest: Manifest) -> [Link] {
        let isGuided = manifest.readingOrder.place { !$0.isPlain && source(of: $0) != nil } != nil
        return isGuided || !manifest.links(inCollection: "guided").isEmpty ? [link] : []
    }

    static func answers(_ normalizedHref: String) -> Bool {
        ServiceRoute.matches(normalizedHref, "~readium/guided-navigation.json")
    }

    private static func source(of link: Link) -> Link? {
        link.alternates.first { $0.type.map(types.contains) ?? false }
    }

    private let manifest: Manifest
    private let limits: Limits
    /// The name of the publication, for the paths of errors.
    private let publication: String
    private let resource: (String) throws(Failure) -> Resource
    /// The links of the collection `guided`, by picture.
    private let guided: [String: [Link]]
    private var budget: ReadBudget
    private var memory = MediaOverlayDocument.maxMemory
    private var log = WarningLog()

    /// - Parameter resource: returns a file of the publication by its href.
    init(
        _ manifest: Manifest, limits: Limits, publication: String,
        resource: @escaping (String) throws(Failure) -> Resource
    ) {
        self.manifest = manifest
        self.limits = limits
        self.publication = publication
        self.resource = resource
        budget = ReadBudget(limits)
        guided = Dictionary(grouping: manifest.links(inCollection: "guided")) { Href.withoutFragment($0.href) }
    }

    /// The document for the item of the reading order in `?ref=`, or for the whole publication.
    ///
    /// - Returns: the document, and warnings about problems that were repaired or ignored.
    mutating func answer(_ normalizedHref: String) throws(Failure) -> (json: ByteBuffer, warnings: [Warning]) {
        let objects: [GuidedNavigationObject]
        if let reference = GuidedNavigationService.reference(in: normalizedHref) {
            objects = try self.objects(for: reference)
        } else {
            objects = try allObjects()
        }
        guard let document = GuidedNavigationDocument(guided: objects) else {
            throw Failure(.notFound, "There is no guided navigation.", path: [publication, normalizedHref])
        }
        var json = JSONWriter(capacity: 4096)
        document.write(to: &json)
        return (json.finish(), log.all.map { $0.within(publication) })
    }

    /// The value of the parameter `ref`, as spelled in the manifest.
    private static func reference(in href: String) -> String? {
        let query = Href.withoutFragment(href).dropFirst(Href.path(href).count + 1)
        let value = query.utf8.split(separator: UInt8(ascii: "&")).lazy.map(Substring.init).first {
            $0.hasPrefix("ref=")
        }
        guard let value = value?.dropFirst(4), !value.isEmpty else { return nil }
        return Href.withoutFragment(Href.normalized(PercentEncoding.decoded(value) ?? String(value)))
    }

    // MARK: Sources

    private mutating func objects(for href: String) throws(Failure) -> [GuidedNavigationObject] {
        guard let link = manifest.readingOrder.first(LinkFilter(href: href)) else {
            throw Failure(.notFound, "The reading order has no item \"\(href.prefix(200))\".", path: [publication])
        }
        guard let source = GuidedNavigationService.source(of: link) else {
            let regions = self.regions(of: link)
            guard regions.isEmpty else { return regions }
            throw Failure(.notFound, "\"\(href.prefix(200))\" has no media overlay.", path: [publication])
        }
        return try read(source)
    }

    /// The objects of all sources.  An overlay that belongs to several items is used once.  Sources that cannot be read
    /// are left out.
    private mutating func allObjects() throws(Failure) -> [GuidedNavigationObject] {
        var objects: [GuidedNavigationObject] = []
        var seen: Set<String> = []
        for link in manifest.readingOrder {
            guard let source = GuidedNavigationService.source(of: link) else {
                objects += regions(of: link)
                continue
            }
            guard seen.insert(source.href).inserted else { continue }
            do throws(Failure) {
                objects += try read(source)
            } catch {
                if error.isOfSource || error.status == .limit { throw error }
                // The first component of the path is the publication.
                log.add(.moderate, error.message, Array(error.path.dropFirst()))
            }
        }
        return objects
    }

    /// The collection `guided` of the manifest lists pictures and regions of them, in the order in which they are shown.
    private func regions(of link: Link) -> [GuidedNavigationObject] {
        (guided[link.href] ?? []).compactMap { region in
            GuidedNavigationObject(
                refs: GuidedNavigationRefs(image: region.href), text: GuidedNavigationText(plain: region.title))
        }
    }

    private mutating func read(_ source: Link) throws(Failure) -> [GuidedNavigationObject] {
        // If the manifest lists this route as a file, in any spelling, the service would request itself endlessly.
        guard !Href.normalized(source.href).utf8.starts(with: "~readium/".utf8) else {
            throw Failure(
                .notFound, "The publication has no resource \"\(source.href.prefix(200))\".", path: [publication])
        }
        let text = try resource(source.href).read(&budget)
        return try within(publication) { () throws(Failure) in try objects(in: text, of: source) }
    }

    private mutating func objects(in text: ByteBuffer, of source: Link) throws(Failure) -> [GuidedNavigationObject] {
        guard source.type == GuidedNavigationDocument.mediaType else {
            return try MediaOverlayDocument.read(text, href: source.href, limits: limits, memory: &memory, &log)
        }
        try ReadiumFormat.checkSize(UInt64(text.count), path: source.href)
        let json = try ReadiumFormat.json(text, path: source.href, limits, memory: memory)
        memory -= json.value.valueCount * ReadiumFormat.valueSize(path: source.href)
        return GuidedNavigationDocument(json.value, base: HrefBase(href: source.href))?.guided ?? []
    }
}

extension BuiltInService {
    static let guidedNavigation = BuiltInService(
        name: "guidedNavigation",
        links: { GuidedNavigationService.links($0.manifest) },
        answer: { publication, href throws(Failure) in
            GuidedNavigationService.answers(href) ? try publication.guidedNavigation(href) : nil
        })
}

extension Publication {
    fileprivate func guidedNavigation(_ href: String) throws(Failure) -> Resource {
        var service = GuidedNavigationService(
            manifest, limits: opening.limits, publication: name, resource: get)
        let (document, warnings) = try service.answer(href)
        log(warnings)
        return resource(Link(href: href, type: GuidedNavigationDocument.mediaType), bytes: document)
    }
}
