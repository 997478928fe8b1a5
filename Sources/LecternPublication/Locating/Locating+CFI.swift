// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternMarkup
import LecternModel
import LecternText

/// CFIs in queries and in their answers.
extension Locating {
    /// The maximum number of documents in the path of a CFI: the package document, and documents nested in frames and
    /// the like.
    private static let maxDocuments = 8

    /// Removes a CFI from the fragments of a query.  The part after its last `!` becomes a location in the document.
    static func takeCFI(from locations: inout Locator.Locations) -> CFI? {
        let fragments = locations.fragments
        for (index, fragment) in fragments.enumerated() {
            guard let cfi = CFI(fragment: fragment) else { continue }
            locations.fragments.remove(at: index)
            return cfi
        }
        return nil
    }

    /// Uses the part of a CFI in its document as a location of the query, which names the resource.
    mutating func read(_ cfi: CFI) throws(Failure) {
        let documents = cfi.start.path.documents
        let spine = try publication.spineSteps()
        let isOfItem = documents.count == 1 && documents.first.flatMap { spine?.reference(at: $0) } != nil
        if !isOfItem { query.locations.partialCfi = cfi.inDocument.partialText }
    }

    /// The resource that a CFI refers to.  The part within the resource becomes a location of the query.
    mutating func target(of cfi: CFI) throws(Failure) -> Target? {
        let documents = cfi.start.path.documents
        guard documents.count <= Locating.maxDocuments, let steps = try publication.spineSteps(),
            let first = documents.first, let (reference, fit) = steps.reference(at: first),
            var found = target(reference.href)
        else { return nil }
        if steps.hasRepetitions { found = target(of: found, reference.occurrence) }
        packageFit = fit
        for steps in documents.dropFirst().dropLast() {
            guard let inner = try target(at: steps, in: found) else { return nil }
            found = inner
        }
        if documents.count > 1 { query.locations.partialCfi = cfi.inDocument.partialText }
        return found
    }

    /// An occurrence of a resource in the reading order, counted from 0.
    func target(of found: Target, _ occurrence: Int) -> Target {
        let places = manifest.readingOrder.indices.filter { manifest.readingOrder[$0].href == found.link.href }
        return places.indices.contains(occurrence) ? target(at: places[occurrence]) : found
    }

    /// The resource that an element shows: a frame, an object or an image.
    private mutating func target(at steps: [CFI.Step], in outer: Target) throws(Failure) -> Target? {
        guard let document = try readable(outer) else { return nil }
        let tree = document.tree
        var walk = CFIWalk(document)
        guard let element = walk.point(at: CFI.Path(documents: [steps]))?.element else { return nil }
        packageFit = max(packageFit, walk.fit)
        let reference = [MarkupName.src, .data, .href].lazy.compactMap { tree.attributeText($0, of: element) }.first
        guard let reference = reference ?? tree.attributeOfAnyNamespace(.href, of: element) else { return nil }
        return target(HrefBase(href: outer.href).resolve(Href.withoutFragment(reference)))
    }

    /// Adds the CFI of a place to its locator, if the query asks for it or has one.
    mutating func addCFI(
        of place: DocumentPlace?, _ document: ReadableDocument?, in target: Target, to locator: inout Locator
    ) throws(Failure) {
        let hadPartial = query.locations.partialCfi != nil
        guard makesCFI || hadCFI || hadPartial else { return }
        let inDocument = place.flatMap { document?.cfi(of: $0) }
        if hadPartial || hadCFI { locator.locations.partialCfi = inDocument?.partialText }
        guard makesCFI || hadCFI, let spine = try publication.spinePath(to: target.link, at: target.index) else {
            return
        }
        let cfi = inDocument.map { $0.within(spine) } ?? CFI(CFI.Path(documents: [spine]))
        let isElsewhere = (hadCFI || hadPartial) && place?.cfi == nil && inDocument != nil
        found = (cfi, max(packageFit, place?.fit ?? .exact, isElsewhere ? .corrected : .exact))
        locator.locations.fragments = locator.locations.fragments.filter { CFI(fragment: $0) == nil } + [cfi.text]
    }
}

extension Locator.Locations {
    /// Whether it has a CFI, or a part of one.
    var hasCFI: Bool { partialCfi != nil || fragments.contains { CFI(fragment: $0) != nil } }
}

extension CFI {
    /// A fragment that is a CFI, percent-encoded or not.
    init?(fragment: String) {
        let text = fragment.utf8.first == UInt8(ascii: "#") ? String(fragment.dropFirst()) : fragment
        guard text.hasPrefix("epubcfi(") else { return nil }
        guard let cfi = (try? CFI(text)) ?? (try? CFI("#" + text)) else { return nil }
        self = cfi
    }
}

extension MarkupTree {
    /// The value of the first attribute with this local name, such as `xlink:href`.
    fileprivate func attributeOfAnyNamespace(_ name: MarkupName, of element: Node) -> String? {
        attributeRange(of: element).first { attributes[$0].name == name }.map { string(attributes[$0].value) }
    }
}
