// SPDX-License-Identifier: BSD-3-Clause

/// What becomes of the elements and attributes of a drawing.
enum DrawingElements {
    enum Kind {
        /// Written, with what is in it.
        case group
        case shape
        case image
        case gradient, stop
        case style
        /// Only gradients and sheets in it are written.
        case definitions
        /// Is not seen, unless something refers to it.
        case unseen
    }

    static let kinds: [String: Kind] = [
        "g": .group, "a": .group, "defs": .definitions,
        "path": .shape, "rect": .shape, "circle": .shape, "ellipse": .shape, "line": .shape, "polyline": .shape,
        "polygon": .shape, "image": .image, "linearGradient": .gradient, "radialGradient": .gradient, "stop": .stop,
        "style": .style,
        "title": .unseen, "desc": .unseen, "metadata": .unseen, "script": .unseen, "symbol": .unseen,
        "pattern": .unseen, "clipPath": .unseen, "mask": .unseen, "marker": .unseen, "filter": .unseen,
        "view": .unseen, "font": .unseen, "cursor": .unseen, "color-profile": .unseen,
        "animate": .unseen, "animateColor": .unseen, "animateMotion": .unseen, "animateTransform": .unseen, "set": .unseen,
    ]

    /// Their values are looked through, and written.
    static let properties: Set<String> = [
        "color", "display", "fill", "fill-opacity", "fill-rule", "opacity", "shape-rendering", "stop-color",
        "stop-opacity", "stroke", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity",
        "stroke-width", "visibility",
        // Those that are refused unless they say nothing.
        "clip-path", "filter", "marker", "marker-end", "marker-mid", "marker-start", "mask", "mix-blend-mode",
        "stroke-dasharray",
    ]

    /// Numbers and words.
    static let geometry: Set<String> = [
        "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "fx", "fy", "offset",
        "gradientUnits", "spreadMethod", "preserveAspectRatio",
    ]

    static let names: Set<String> = ["id", "class"]
}
