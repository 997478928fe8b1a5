// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import LecternText

/// The CFI of a place (schema `cfi-place`).
public struct CFIPlace: Sendable {
    public let cfi: CFI
    /// The resource.
    public let href: String
    public let fit: CFIFit

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("cfi", cfi.text)
        if cfi.range != nil {
            json.member("start", cfi.start.text)
            json.member("end", cfi.end.text)
        }
        json.member("href", href)
        json.member("fit", fit.name)
        json.endObject()
    }
}

extension CFIFit {
    fileprivate var name: String {
        switch self {
        case .exact: "exact"
        case .corrected: "corrected"
        case .doubtful: "doubtful"
        }
    }
}

extension QuoteFit {
    /// How well a place that was found by its text fits a query without a CFI.
    fileprivate var ofCFI: CFIFit {
        switch self {
        case .exact, .changed: .exact
        case .nearby, .ambiguous, .lost: .doubtful
        }
    }
}

extension Publication {
    /// The CFI for a description of a place.
    public func cfi(_ query: LocatorQuery) throws(Failure) -> CFIPlace {
        guard parsed.packagePath != nil else {
            throw Failure(.unsupported, "Only places in an EPUB have CFIs.", path: [name])
        }
        var locating = Locating(query, in: self, try positionsOfResources())
        locating.makesCFI = true
        let locator = try locating.locate()
        guard let cfi = locating.found else {
            throw Failure(
                .notFound, "\"\(locator.href)\" has no CFI because it is not in the spine.", path: [name])
        }
        return CFIPlace(cfi: cfi.cfi, href: locator.href, fit: max(cfi.fit, locating.fit?.ofCFI ?? .exact))
    }

    /// The steps through the package document; nil if there is none.
    func spineSteps() throws(Failure) -> SpineSteps? {
        guard let path = parsed.packagePath else { return nil }
        return try values.value { () throws(Failure) -> SpineSteps in
            try within(name) { () throws(Failure) in
                try SpineSteps(package: path, in: container, limits: opening.limits)
            }
        }
    }

    /// The path to a resource of the spine.
    ///
    /// - Parameter index: its place in the reading order, which may have it more than once.
    func spinePath(to link: Link, at index: Int?) throws(Failure) -> [CFI.Step]? {
        guard let steps = try spineSteps(), let found = spineIndex(of: link, at: index, in: steps) else { return nil }
        return [steps.spine, steps.references[found].step]
    }

    /// The index of a resource among the references of the spine.
    func spineIndex(of link: Link, at index: Int?, in steps: SpineSteps) -> Int? {
        var occurrence = 0
        if steps.hasRepetitions, let index {
            occurrence = manifest.readingOrder.prefix(index).count { $0.href == link.href }
        }
        // A page that only wraps an image is an alternate of the image.
        return ([link] + link.alternates).lazy.compactMap {
            steps.index(ofItem: Href.withoutFragment($0.href), occurrence: occurrence)
        }.first
    }
}
