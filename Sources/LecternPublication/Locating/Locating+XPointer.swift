// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import LecternText

/// XPointers of KOReader in queries and in their answers.
extension Locating {
    /// The resource that the XPointer of a query refers to; nil if the query names a resource, which takes precedence.
    func targetOfXPointer() throws(Failure) -> Target? {
        guard let said = query.locations.xPointer, let number = XPointer(said.start)?.fragment else { return nil }
        guard let found = try item(number - 1) else { return nil }
        guard let named = query.href.flatMap(target), named.link.href != found.link.href else { return found }
        // A reading order that was counted without non-linear items has other numbers.
        return named.index == number - 1 && found.index != named.index ? found : nil
    }

    /// An item of the spine, which has non-linear ones as well, or of the reading order if there is no spine.
    private func item(_ index: Int) throws(Failure) -> Target? {
        let steps = try publication.spineSteps()
        guard index >= 0, index < steps?.references.count ?? manifest.readingOrder.count else { return nil }
        guard let reference = steps?.references[index] else { return target(at: index) }
        return target(reference.href).map { target(of: $0, reference.occurrence) }
    }

    /// Adds the XPointer of a place to its locator, if the query asks for it or has one.
    func addXPointer(
        of place: DocumentPlace?, _ document: ReadableDocument?, in target: Target, to locator: inout Locator
    ) throws(Failure) {
        let hadXPointer = query.locations.xPointer != nil
        guard query.asksForXPointer || hadXPointer, let document else { return }
        locator.locations.xPointer = nil
        guard let place else { return }
        let steps = try publication.spineSteps()
        let index = steps.map { publication.spineIndex(of: target.link, at: target.index, in: $0) } ?? target.index
        guard let index else { return }
        let count = steps?.references.count ?? manifest.readingOrder.count
        let body = XPointer.path(ofFragment: index + 1, of: count)
        locator.locations.xPointer = document.xPointer(of: place, body: body)
    }
}

extension Locator.Locations {
    /// Whether it has a location that only the document can resolve.
    var hasCFIOrXPointer: Bool { hasCFI || xPointer != nil }
}
