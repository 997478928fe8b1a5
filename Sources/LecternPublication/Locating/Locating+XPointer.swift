// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import LecternText

/// XPointers of KOReader in queries and in their answers.
extension Locating {
    /// The resource that the XPointer of a query refers to; nil if the query names a resource, which takes precedence.
    func targetOfXPointer() throws(Failure) -> Target? {
        guard let said = query.locations.xPointer, let number = XPointer(said.start)?.fragment else { return nil }
        let spine = try self.spine()
        guard spine.indices.contains(number - 1), let found = target(spine[number - 1]) else { return nil }
        guard let named = query.href.flatMap(target) else { return found }
        // A reading order that was counted without non-linear items has other numbers.
        return named.index == number - 1 && found.index != named.index ? found : nil
    }

    /// The hrefs of the resources that are numbered.
    private func spine() throws(Failure) -> [String] {
        if let steps = try publication.spineSteps() { return steps.references.map(\.href) }
        return manifest.readingOrder.map { Href.withoutFragment($0.href) }
    }

    /// Adds the XPointer of a place to its locator, if the query asks for it or has one.
    func addXPointer(
        of place: DocumentPlace?, _ document: ReadableDocument?, in target: Target, to locator: inout Locator
    ) throws(Failure) {
        let hadXPointer = query.locations.xPointer != nil
        guard query.asksForXPointer || hadXPointer, let document else { return }
        locator.locations.xPointer = nil
        guard let place else { return }
        let spine = try self.spine()
        // A page that only wraps an image is an alternate of the image.
        let hrefs = ([target.link] + target.link.alternates).map { Href.withoutFragment($0.href) }
        guard let index = hrefs.lazy.compactMap({ spine.firstIndex(of: $0) }).first else { return }
        let body = XPointer.path(ofFragment: index + 1, of: spine.count)
        locator.locations.xPointer = document.xPointer(of: place, body: body)
    }
}

extension Locator.Locations {
    /// Whether it has a location that only the document can resolve.
    var hasCFIOrXPointer: Bool { hasCFI || xPointer != nil }
}
