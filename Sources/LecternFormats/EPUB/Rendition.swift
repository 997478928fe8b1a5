// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The layout and the presentation hints of the publication (EPUB 3.3, 8.2; the members are those of Readium).
extension PackageMetadata {
    /// The layout given by `rendition:layout`, otherwise by the display options.
    func layout(_ files: inout PublicationFiles) throws(Failure) -> Layout {
        for item in all(.layout) {
            if let layout = RenditionHint.layout(item.value) { return layout }
            files.log.add(.minor, "\"\(item.value.prefix(100))\" is not a layout.", location(of: item))
        }
        return try DisplayOptions.isFixedLayout(&files) ? .fixed : .reflowable
    }

    /// The hints that are present; empty if there are none.
    func presentation(_ layout: Layout) -> JSONObject {
        var object = JSONObject()
        let (flow, orientation, spread) = (first(.flow), first(.orientation), first(.spread))
        let hasHints = flow != nil || orientation != nil || spread != nil
        guard layout == .fixed || hasHints || first(.layout) != nil else { return object }
        object["layout"] = .string(layout.rawValue)
        object["orientation"] = orientation.flatMap { RenditionHint.orientation($0.value) }.map(JSON.string)
        if let flow = flow.flatMap({ RenditionHint.flow($0.value) }) {
            object["overflow"] = .string(flow.overflow)
            object["continuous"] = .bool(flow.isContinuous)
        }
        object["spread"] = spread.flatMap { RenditionHint.spread($0.value) }.map(JSON.string)
        return object
    }
}

/// Translates values of the rendition properties to those of the manifest.
enum RenditionHint {
    static func layout(_ text: String) -> Layout? {
        switch text {
        case "pre-paginated": return .fixed
        case "reflowable": return .reflowable
        default: return nil
        }
    }

    static func orientation(_ text: String) -> String? {
        ["auto", "landscape", "portrait"].contains(text) ? text : nil
    }

    static func flow(_ text: String) -> (overflow: String, isContinuous: Bool)? {
        switch text {
        case "auto": return ("auto", false)
        case "paginated": return ("paginated", false)
        case "scrolled-continuous": return ("scrolled", true)
        case "scrolled-doc": return ("scrolled", false)
        default: return nil
        }
    }

    static func spread(_ text: String) -> String? {
        switch text {
        case "auto", "none", "landscape", "both": return text
        case "portrait": return "both"
        default: return nil
        }
    }
}
