// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A picture, letters or a text at an edge, a corner or the middle of the decorated place (Readium's
/// HTMLDecorationTemplate.Image, and the same for texts).  The schema `decoration-template` has the full definition.
struct MarginTemplate: Sendable {
    /// What a label shows: the member of this name in the style of a decoration.
    enum Content: String {
        /// A picture, or letters in its place.
        case image
        case text
    }

    /// The place of the label.  In vertical text, the names turn with the lines.
    enum Position: String, CaseIterable {
        case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight
        case topStart, topEnd, start, end, bottomStart, bottomEnd

        /// The values of `align-content` and `justify-content`.
        var css: (block: String, inline: String) {
            let name = rawValue.asciiLowercased
            let block = name.hasPrefix("top") ? "start" : name.hasPrefix("bottom") ? "end" : "center"
            let inline = ["left", "right", "start", "end"].first { name.hasSuffix($0) } ?? "center"
            return (block, inline)
        }
    }

    enum Mask: String, CaseIterable {
        case circle
    }

    private let content: Content
    private let position: Position
    private let mask: Mask?
    /// In pixels; nil only for texts, which are as large as they are.
    private let size: (width: Double, height: Double)?
    private let margin: Double
    /// The addresses of pictures, by the names that decorations use.
    private let images: [ExactText: String]

    private static let defaultPosition = Position.topStart
    private static let defaultSize = 24.0
    private static let lengths = 0.0...10_000.0

    /// Reads the member of a template that describes a label; nil if it has none.
    init?(of template: JSONReader) throws(Failure) {
        let (image, text) = (try template.optionalMember("image"), try template.optionalMember("text"))
        if image != nil, text != nil { throw template.failure("A template has either an image or a text.") }
        if let image {
            try self.init(.image, image)
        } else if let text {
            try self.init(.text, text)
        } else {
            return nil
        }
    }

    private init(_ content: Content, _ json: JSONReader) throws(Failure) {
        self.content = content
        try json.rejectUnknownMembers(["position", "mask", "size", "margin"] + (content == .image ? ["images"] : []))
        position =
            try json.optionalMember("position").map { json throws(Failure) in try json.choice(Position.self) }
            ?? MarginTemplate.defaultPosition
        mask = try json.optionalMember("mask").map { json throws(Failure) in try json.choice(Mask.self) }
        size =
            try json.optionalMember("size").map { json throws(Failure) in
                try json.rejectUnknownMembers(["width", "height"])
                return (
                    try json.member("width").number(in: MarginTemplate.lengths),
                    try json.member("height").number(in: MarginTemplate.lengths)
                )
            } ?? (content == .image ? (MarginTemplate.defaultSize, MarginTemplate.defaultSize) : nil)
        margin =
            try json.optionalMember("margin").map { json throws(Failure) in
                try json.number(in: -MarginTemplate.lengths.upperBound...MarginTemplate.lengths.upperBound)
            } ?? 0
        var images: [ExactText: String] = [:]
        for (name, address) in try json.optionalMember("images")?.members() ?? [] {
            images[ExactText(name)] = try address.nonEmptyString()
        }
        self.images = images
    }

    // MARK: The element

    /// The HTML of the element: it fills the place, and only the label inside it reacts to the pointer.
    func html(for decoration: Decoration) -> String {
        let style = decoration.style, (block, inline) = position.css
        let said = MarginTemplate.text(style.members[content.rawValue])
        let tint = style.tint ?? .defaultTint
        var css = shape
        if style.isActive { css += "outline:2px solid \(tint.hex);outline-offset:2px;" }
        let place =
            "align-content:\(block);justify-content:\(inline);--lectern-margin:\(MarginTemplate.pixels(margin));"
        return "<div class=\"lectern-label\" style=\"\(place)\">\(label(said, css, tint))</div>"
    }

    private func label(_ said: String, _ css: String, _ tint: Color) -> String {
        if content == .image, let address = address(said) {
            return "<img data-activable=\"1\" alt=\"\" style=\"\(css)\" src=\"\(address.htmlEscaped)\"/>"
        }
        let colors = "background:\(tint.hex);color:\(tint.isDark ? "#FFFFFF" : "#000000");"
        let font = "font-size:\(MarginTemplate.pixels(fontSize(said)));"
        return "<span data-activable=\"1\" style=\"\(css)\(colors)\(font)\">\(said.htmlEscaped)</span>"
    }

    /// The address of a picture: of a known name, or as it is; nil for letters.
    private func address(_ said: String) -> String? {
        if let known = images[ExactText(said)] { return known }
        return said.utf8.contains(UInt8(ascii: "/")) || said.hasPrefix("data:") ? said : nil
    }

    private var shape: String {
        let box = size.map { "width:\(MarginTemplate.pixels($0.width));height:\(MarginTemplate.pixels($0.height));" }
        return (box ?? "width:max-content;padding:0 4px;") + (mask == .circle ? "border-radius:50%;" : "")
    }

    /// Letters fill their box: a letter is about 0.65 times as wide as it is high.
    private func fontSize(_ said: String) -> Double {
        guard content == .image, let size else { return MarginTemplate.textSize }
        return min(size.height * 0.6, size.width * 0.9 / (0.65 * Double(max(1, said.count))))
    }

    private static let textSize = 13.0

    private static func text(_ value: JSON?) -> String {
        switch value {
        case nil, .null: ""
        case .string(let text): text
        case let value?: JSONWriter.text(of: value).text
        }
    }

    private static func pixels(_ number: Double) -> String { JSONWriter.text(of: .double(number)).text + "px" }

    /// The element is a grid with the label as its only cell, in the writing mode of the text below it.
    static let stylesheet = """
        .lectern-label { box-sizing: border-box; display: grid; }
        .lectern-label[data-writing-mode="vertical-rl"] { writing-mode: vertical-rl; }
        .lectern-label[data-writing-mode="vertical-lr"] { writing-mode: vertical-lr; }
        .lectern-label[data-writing-mode="sideways-rl"] { writing-mode: sideways-rl; }
        .lectern-label[data-writing-mode="sideways-lr"] { writing-mode: sideways-lr; }
        .lectern-label > * {
            box-sizing: border-box; margin: 0 var(--lectern-margin); object-fit: cover; writing-mode: horizontal-tb;
        }
        .lectern-label:not([data-writing-mode|="horizontal"]) > * { margin: var(--lectern-margin) 0; }
        .lectern-label > span {
            display: grid; place-content: center; overflow: hidden; border-radius: 3px;
            font-family: sans-serif; line-height: 1.4; white-space: nowrap;
        }
        @media (forced-colors: active) { .lectern-label > * { border: 1px solid CanvasText; } }
        """
}
