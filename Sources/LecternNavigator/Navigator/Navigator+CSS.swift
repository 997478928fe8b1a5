// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Navigator {
    /// Returns the styles that a host injects into a resource with the current settings.
    ///
    /// - Parameter href: an HTML resource or an item of the reading order, in any spelling; query and fragment are
    ///   ignored.
    public func css(of href: String) throws(Failure) -> ResourceCSS {
        guard let link = manifest.link(withHREF: href) else {
            throw Failure(.notFound, "No link of the publication has the href \"\(href)\".")
        }
        let (settings, viewport) = state.withLock { ($0.settings, $0.viewport) }
        let isHTML = link.type.map { MediaType($0)?.isHTML ?? false }
        if isHTML ?? true, Presentation(manifest.metadata).layoutOf(link) != .fixed, settings.kind.navigator == "epub" {
            return ResourceCSS(reflowable: link, settings, viewport)
        }
        guard isHTML ?? true || manifest.readingOrder.contains(where: { $0.href == link.href }) else {
            throw Failure(.unsupported, "The resource is not an HTML document.", path: [href])
        }
        return ResourceCSS(fixed: link, settings)
    }
}
