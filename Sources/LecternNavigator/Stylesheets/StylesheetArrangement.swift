// SPDX-License-Identifier: BSD-3-Clause

/// The order and names of the elements that are injected into a document.  The toolkits differ, and their hosts'
/// style sheets depend on the order.
public struct StylesheetArrangement: Sendable {
    enum Piece: Sendable {
        case before
        case `default`
        case after
        case viewport
        case audioControls
        case visibleOverflow
        case fonts
    }

    /// The folder of the style sheets, relative to the host's base URL.
    let folder: String
    let headStart: [Piece]
    let headEnd: [Piece]
    /// Whether the root always gets a style attribute, even an empty one.
    let alwaysStyles: Bool
    /// Whether `dir` attributes that are not replaced are removed.
    let removesDirections: Bool

    public static let swift = StylesheetArrangement(
        folder: "", headStart: [.before], headEnd: [.viewport, .default, .after, .audioControls, .fonts],
        alwaysStyles: true, removesDirections: true)

    public static let kotlin = StylesheetArrangement(
        folder: "readium/readium-css/", headStart: [.before, .audioControls, .visibleOverflow, .default],
        headEnd: [.after, .fonts], alwaysStyles: false, removesDirections: false)
}

extension StylesheetFamily {
    /// The folder of its style sheets in Readium CSS.
    var folder: String { self == .default ? "" : rawValue + "/" }
}
