// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// Documents whose scripts may run, if the host allows it.  They have separate addresses, so that no other document of
/// the publication can load one of them into a frame that shares the origin of the page.
extension WebPage {
    var scriptsFolder: String { "\(WebPage.folder)scripted/\(scriptsToken)/" }

    /// Where a scripted document of the reading order is loaded from; nil if its scripts may not run.
    func scriptedAddress(of link: Link) -> String? {
        guard navigator.pageOptions.allowsScripts, !Href.isAbsolute(link.href),
            link.properties["contains"]?.array?.contains("js") ?? false
        else { return nil }
        let isDrawing = ServedType(of: link) == .document(.svg)
        return scriptsFolder + (isDrawing ? WebPage.marked(link.href) : link.href)
    }

    /// Answers requests of such a document and its parts: resources of the publication and style sheets of the page.
    ///
    /// To a web view, these have a different origin from the document.
    func scripted(_ request: WebRequest) throws(Failure) -> WebResponse {
        guard navigator.pageOptions.allowsScripts else {
            throw Failure(.protected, "The host has not allowed scripts.")
        }
        return try part(request, in: .script)
    }

    /// A script in the document for tasks that the page does in other documents: it sets an attribute for each word of
    /// `data-lectern`, in lower case as in dom.js, for the style sheets.  It also defines the object that EPUB Reading
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
