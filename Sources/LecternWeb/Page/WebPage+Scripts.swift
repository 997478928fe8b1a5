// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// Documents whose scripts may run, if the host allows it.  They have separate addresses, so that no other document can
/// load one into a frame that shares the origin of the page.
extension WebPage {
    var scriptsFolder: String { "\(WebPage.folder)scripted/\(scriptsToken)/" }

    /// The address of a scripted document of the reading order; nil if its scripts may not run.
    func scriptedAddress(of link: Link) -> String? {
        guard navigator.pageOptions.allowsScripts, !Href.isAbsolute(link.href),
            link.properties["contains"]?.array?.contains("js") ?? false
        else { return nil }
        let isDrawing = ServedType(of: link) == .document(.svg)
        return scriptsFolder + (isDrawing ? WebPage.marked(link.href) : link.href)
    }

    /// Serves such a document and its parts: resources of the publication and style sheets of the page.
    ///
    /// A web view sees these as cross-origin requests of the document.
    func scripted(_ request: WebRequest) throws(Failure) -> WebResponse {
        guard navigator.pageOptions.allowsScripts else {
            throw Failure(.protected, "The host does not allow scripts.")
        }
        return try part(request, for: .script)
    }

    /// A script for tasks that the page does itself in other documents: sets the attributes that our style sheets use,
    /// one per word of `data-lectern`, in lower case as in dom.js.  It also defines the object that EPUB Reading
    /// Systems 3.3 requires (appendix A).
    func ownScript(_ layout: Layout) -> String {
        """
        (function (root) { (root.getAttribute("data-lectern") || "").split(" ").forEach(function (word) { \
        var pair = word.split("="); \
        if (/^[\\w-]+$/.test(pair[0])) root.setAttribute("data-lectern-" + pair[0].toLowerCase(), pair[1] || ""); }); \
        })(document.documentElement); \
        navigator.epubReadingSystem = {name: "Lectern", version: "\(version)", \
        layoutStyle: "\(layout == .fixed ? "paginated" : "scrolling")", hasFeature: function (name) { \
        return ["dom-manipulation", "layout-changes", "touch-events", "mouse-events", "keyboard-events", \
        "spine-scripting"].indexOf(name) !== -1; }};
        """
    }
}
