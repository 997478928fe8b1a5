// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The properties of items and itemrefs (EPUB 3.3, D.4 and D.5), converted to the properties of a link.
struct LinkProperties {
    private var contains: [String] = []
    private var page: String?
    private var layout: String?
    private var orientation: String?
    private var overflow: String?
    private var spread: String?
    /// A problem with the properties of an itemref.
    private(set) var doubt: String?

    /// Reads the properties of an item (D.4).
    mutating func read(item properties: MarkupTree.Slice, in tree: MarkupTree) {
        tree.forEachWord(in: properties) { word in
            switch tree.string(word) {
            case "scripted": add("js")
            case "onix-record": add("onix")
            case "xmp-record": add("xmp")
            case let property where ["mathml", "svg", "remote-resources"].contains(property): add(property)
            // The relations of items are determined elsewhere, because there is only one of each.
            default: break
            }
        }
    }

    /// Reads the properties of an itemref (D.5).  The first one of each kind is used, because the others contradict it.
    mutating func read(itemref properties: MarkupTree.Slice, in tree: MarkupTree) {
        tree.forEachWord(in: properties) { word in
            switch tree.string(word) {
            case "page-spread-left", "rendition:page-spread-left": LinkProperties.set(&page, "left", &doubt)
            case "page-spread-right", "rendition:page-spread-right": LinkProperties.set(&page, "right", &doubt)
            case "page-spread-center", "rendition:page-spread-center": LinkProperties.set(&page, "center", &doubt)
            case let property: readRendition(property)
            }
        }
    }

    private mutating func readRendition(_ property: String) {
        guard property.hasPrefix("rendition:"), let dash = property.utf8.firstIndex(of: UInt8(ascii: "-")) else {
            return
        }
        let value = String(property[property.utf8.index(after: dash)...])
        switch property[..<dash] {
        case "rendition:layout":
            LinkProperties.set(&layout, RenditionHint.layout(value)?.rawValue, &doubt)
        case "rendition:orientation": LinkProperties.set(&orientation, RenditionHint.orientation(value), &doubt)
        case "rendition:flow": LinkProperties.set(&overflow, RenditionHint.flow(value)?.overflow, &doubt)
        case "rendition:spread":
            LinkProperties.set(&spread, RenditionHint.spread(value), &doubt)
            if value == "portrait" { doubt = "The property \"rendition:spread-portrait\" is deprecated." }
        default: break
        }
    }

    /// The first value is used, because the values exclude each other.
    private static func set(_ hint: inout String?, _ value: String?, _ doubt: inout String?) {
        if hint != nil { doubt = "The properties of the itemref contradict each other." }
        hint = hint ?? value
    }

    private mutating func add(_ content: String) {
        if !contains.contains(content) { contains.append(content) }
    }

    /// The properties as an object in the manifest.
    var object: JSONObject {
        var members: [JSONObject.Member] = []
        func add(_ key: String, _ value: String?) {
            if let value { members.append(JSONObject.Member(key: key, value: .string(value))) }
        }
        add("page", page)
        if !contains.isEmpty { members.append(.init(key: "contains", value: .array(contains.map(JSON.string)))) }
        add("layout", layout)
        add("orientation", orientation)
        add("overflow", overflow)
        add("spread", spread)
        return JSONObject(members)
    }
}
