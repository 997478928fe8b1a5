// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

/// Colors in the declarations of a publication (CSS Color Module Level 4).
enum CSSColor {
    /// The first color of a value, also of those inside a gradient; nil if there is none that we understand.
    static func first(in declaration: DeclarationScanner.Declaration) -> Color? {
        var position = declaration.value.lowerBound
        return next(in: declaration, &position)?.color
    }

    /// The next color of a value, and where it is written.
    static func next(
        in declaration: DeclarationScanner.Declaration, _ position: inout Int
    ) -> (color: Color, range: Range<Int>)? {
        while let token = CSSToken.next(in: declaration, &position) {
            var found: Color?
            switch token.kind {
            case .word(let name): found = named[name]
            case .other(UInt8(ascii: "#")):
                guard position < declaration.value.upperBound else { return nil }
                position = DeclarationScanner.end(of: declaration.source, at: position)
                found = Color(hex: declaration.text(token.range.lowerBound..<position))
            case .other:
                let name = declaration.text(token.range).asciiLowercased
                guard ["rgb", "rgba", "hsl", "hsla"].contains(name) else { continue }
                found = function(name, arguments(in: declaration, &position))
                if found == nil { return nil }
            case .number: continue
            }
            if let found { return (found, token.range.lowerBound..<position) }
        }
        return nil
    }

    /// The numbers up to the closing parenthesis, with their units.
    private static func arguments(
        in declaration: DeclarationScanner.Declaration, _ position: inout Int
    ) -> [(value: Double, unit: String)] {
        var all: [(value: Double, unit: String)] = []
        while let token = CSSToken.next(in: declaration, &position) {
            if all.count < 4, case .number(let value, let unit) = token.kind { all.append((value, unit)) }
            if token.kind == .other(UInt8(ascii: ")")) { break }
        }
        return all
    }

    private static func function(_ name: String, _ arguments: [(value: Double, unit: String)]) -> Color? {
        guard arguments.count >= 3 else { return nil }
        let alpha = arguments.count > 3 ? share(arguments[3], of: 1) : 1
        let parts = arguments.prefix(3)
        let components =
            name.utf8.first == UInt8(ascii: "h")
            ? components(hue: arguments[0], saturation: arguments[1].value / 100, lightness: arguments[2].value / 100)
            : parts.map { share($0, of: 255) }
        return Color(
            red: byte(components[0]), green: byte(components[1]), blue: byte(components[2]), alpha: byte(alpha))
    }

    private static func share(_ number: (value: Double, unit: String), of whole: Double) -> Double {
        number.unit == "%" ? number.value / 100 : number.value / whole
    }

    /// A circle in the units of angles; numbers are degrees.
    private static let circles: [String: Double] = ["turn": 1, "rad": 2 * Double.pi, "grad": 400]

    private static func components(
        hue: (value: Double, unit: String), saturation: Double, lightness: Double
    ) -> [Double] {
        let turns = max(-1e6, min(1e6, hue.value)) / (circles[hue.unit] ?? 360)
        let (s, l) = (max(0, min(1, saturation)), max(0, min(1, lightness)))
        return [0.0, 8, 4].map { (offset: Double) -> Double in
            let part = turns + offset / 12
            let at = 12 * (part - part.rounded(.down))
            return l - s * min(l, 1 - l) * max(-1, min(at - 3, 9 - at, 1))
        }
    }

    private static func byte(_ share: Double) -> UInt8 {
        UInt8(max(0, min(255, (share * 255).rounded())))
    }

    private static let named: [String: Color] = {
        var all: [String: Color] = [:]
        let words = names.words
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            all[words[index]] = Color(hex: "#" + words[index + 1])
        }
        return all
    }()

    private static let names = """
        aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 \
        black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue \
        5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c \
        cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey \
        a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred \
        8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f \
        darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 \
        dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc \
        ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 \
        honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa \
        lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan \
        e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 \
        lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 \
        lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon \
        800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen \
        3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 \
        midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace \
        fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa \
        palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f \
        pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f \
        royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna \
        a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa \
        springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 \
        violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
        """
}
