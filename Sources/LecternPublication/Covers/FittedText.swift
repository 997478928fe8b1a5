// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A short text in lines that fit a box, in the largest of some sizes.
///
/// The library has no fonts: widths are estimates for wide typefaces, so that lines stay inside of the box in others.
struct FittedText {
    private(set) var lines: [String] = []
    private(set) var size: Double
    let lineHeight = 1.25

    /// Text that is not broken, and the space after it.
    private struct Piece {
        var text = ""
        var width = 0.0
        var endsWithSpace = false
    }

    private static let space = 0.3
    private static let ellipsis: Character = "\u{2026}"

    /// - Parameter sizes: of the type, the largest first.  A text that does not fit in the last is cut off.
    init(_ text: String, sizes: [Double], width: Double, height: Double) {
        let pieces = FittedText.pieces(of: text)
        size = sizes.last ?? 1
        for mayBreakWords in [false, true] {
            for size in sizes {
                let most = width / size
                guard mayBreakWords || pieces.allSatisfy({ $0.width <= most }) else { continue }
                let lines = FittedText.filled(pieces, most)
                guard Double(lines.count) * size * lineHeight <= height else { continue }
                self.size = size
                self.lines = FittedText.balanced(pieces, most, lines)
                return
            }
        }
        let count = max(1, Int(height / (size * lineHeight)))
        lines = Array(FittedText.filled(pieces, width / size).prefix(count))
        if let last = lines.popLast() { lines.append(FittedText.cutOff(last, width / size)) }
    }

    var height: Double { Double(lines.count) * size * lineHeight }

    // MARK: Lines

    private static func filled(_ pieces: [Piece], _ most: Double) -> [String] {
        var lines: [String] = []
        var (line, width) = ("", 0.0)
        func end() {
            if !line.isEmpty { lines.append(line) }
            (line, width) = ("", 0)
        }
        var isSpaced = false
        for piece in pieces {
            let gap = isSpaced && !line.isEmpty ? space : 0
            if width + gap + piece.width > most {
                end()
            } else if gap > 0 {
                line += " "
                width += gap
            }
            for character in piece.text {
                let own = self.width(of: character)
                if width + own > most { end() }
                line.append(character)
                width += own
            }
            isSpaced = piece.endsWithSpace
        }
        end()
        return lines
    }

    /// The same number of lines with lengths that differ less.
    private static func balanced(_ pieces: [Piece], _ most: Double, _ lines: [String]) -> [String] {
        var (best, width) = (lines, most)
        let longest = pieces.map(\.width).max() ?? 0
        while lines.count > 1, width * 0.95 >= longest {
            width *= 0.95
            let narrower = filled(pieces, width)
            guard narrower.count == lines.count else { break }
            best = narrower
        }
        return best
    }

    private static func cutOff(_ line: String, _ most: Double) -> String {
        var line = line
        while line.reduce(1, { $0 + width(of: $1) }) > most, line.popLast() != nil {}
        line.append(ellipsis)
        return line
    }

    // MARK: Pieces

    private static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var piece = Piece()
        var previous: Character?
        for character in text {
            if character == " " {
                piece.endsWithSpace = true
            } else {
                if let previous, previous == " " || mayBreak(previous, character) {
                    pieces.append(piece)
                    piece = Piece()
                }
                piece.text.append(character)
                piece.width += width(of: character)
            }
            previous = character
        }
        if !piece.text.isEmpty { pieces.append(piece) }
        return pieces
    }

    /// Whether a line may end between two characters without a space.  Han and Kana are written without spaces; closing
    /// punctuation does not begin a line, and opening punctuation does not end one.
    private static func mayBreak(_ before: Character, _ after: Character) -> Bool {
        guard let first = before.unicodeScalars.first, let second = after.unicodeScalars.first else { return false }
        guard first.isIdeograph || second.isIdeograph else { return false }
        switch second.properties.generalCategory {
        case .closePunctuation, .finalPunctuation, .otherPunctuation, .modifierLetter, .dashPunctuation: return false
        default: break
        }
        switch first.properties.generalCategory {
        case .openPunctuation, .initialPunctuation: return false
        default: return true
        }
    }

    /// The estimated width of a character, as a fraction of the size of the type.
    private static func width(of character: Character) -> Double {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar {
        case "i", "j", "l", "I", "f", "r", "t", ".", ",", ":", ";", "'", "!", "|", "(", ")", "[", "]": return 0.42
        case "m", "w", "M", "W", "@", "%", ellipsis.unicodeScalars.first, "\u{2014}": return 1
        case "A"..."Z": return 0.76
        default: return scalar.isIdeograph || isWide(scalar.value) ? 1.05 : 0.62
        }
    }

    /// Hangul, symbols and forms as wide as they are high, and emoji.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0x1F300...0x1FAFF:
            true
        default: false
        }
    }
}
