// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// An sRGB color in settings and decorations.
///
/// Written as "#RRGGBB", or "#RRGGBBAA" if it is not opaque.  The integers of the Readium toolkits are accepted too:
/// 24-bit RGB, which is opaque, and 32-bit ARGB, signed or unsigned.
public struct Color: Sendable, Hashable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8
    public let alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Parses "#RRGGBB" or "#RRGGBBAA", or the short "#RGB" and "#RGBA" of CSS, in upper or lower case.
    public init?(hex text: String) {
        guard text.utf8.first == UInt8(ascii: "#"), [4, 5, 7, 9].contains(text.utf8.count) else { return nil }
        let isShort = text.utf8.count < 6
        var value: UInt32 = 0
        for byte in text.utf8.dropFirst() {
            guard let digit = ASCII.hexValue(byte).map(UInt32.init) else { return nil }
            value = isShort ? value << 8 | digit << 4 | digit : value << 4 | digit
        }
        let hasAlpha = text.utf8.count == 5 || text.utf8.count == 9
        self.init(rgba: hasAlpha ? value : value << 8 | 0xFF)
    }

    /// 0 to 0xFFFFFF is opaque RGB, larger 32-bit numbers are ARGB, and negative numbers are ARGB in two's
    /// complement.
    public init?(integer: Int64) {
        guard let argb = UInt32(exactly: integer) ?? Int32(exactly: integer).map({ UInt32(bitPattern: $0) }) else {
            return nil
        }
        let isRGB = (0...0xFFFFFF).contains(integer)
        self.init(rgba: argb << 8 | (isRGB ? 0xFF : argb >> 24))
    }

    public init?(json: JSON) {
        if let text = json.string {
            self.init(hex: text)
        } else if let integer = json.integer {
            self.init(integer: integer)
        } else {
            return nil
        }
    }

    private init(rgba: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgba >> 24), green: UInt8(truncatingIfNeeded: rgba >> 16),
            blue: UInt8(truncatingIfNeeded: rgba >> 8), alpha: UInt8(truncatingIfNeeded: rgba))
    }

    /// "#RRGGBB", or "#RRGGBBAA" if it is not opaque, in upper case.
    public var hex: String {
        var text: [UInt8] = [UInt8(ascii: "#")]
        for component in alpha == 255 ? [red, green, blue] : [red, green, blue, alpha] {
            text.append(ASCII.hexDigit(component >> 4))
            text.append(ASCII.hexDigit(component & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The relative luminance of WCAG, from 0 to 1.
    public var luminance: Double {
        func linear(_ component: UInt8) -> Double {
            let share = Double(component) / 255
            // Approximates the power of 2.4, to avoid a dependency on libm; the error is below 0.002.
            return share <= 0.04045 ? share / 12.92 : share * share * (0.305306 * share + 0.682171) + 0.012523 * share
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Whether white has more contrast to it than black.
    var isDark: Bool { luminance < 0.179 }

    /// Returns CSS such as "rgba(255, 255, 0, 0.3)".
    ///
    /// - Parameter opacity: an opacity from 0 to 1 that replaces the alpha component.
    public func css(opacity: Double? = nil) -> String {
        let opacity = opacity ?? Double(alpha) / 255
        return "rgba(\(red), \(green), \(blue), \(Color.decimal(opacity)))"
    }

    /// Formats a number with at most three decimals, without an exponent and without trailing zeros.
    private static func decimal(_ opacity: Double) -> String {
        guard opacity > 0 else { return "0" }
        guard opacity < 0.9995 else { return "1" }
        let thousandths = Int((opacity * 1000).rounded())
        var digits = String(String(thousandths + 1000).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return digits.isEmpty ? "0" : "0." + digits
    }
}
