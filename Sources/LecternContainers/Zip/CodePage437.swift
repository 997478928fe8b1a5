// SPDX-License-Identifier: BSD-3-Clause

/// The character set of ZIP names that are not in UTF-8.  (APPNOTE appendix D)
enum CodePage437 {
    /// The characters of the bytes from 0x80 on.  The bytes below are ASCII.
    private static let upperHalf: [Unicode.Scalar] = Array(
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
        áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
        αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """.unicodeScalars)

    /// Converts bytes to UTF-8.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            let place = Int(byte) - 0x80
            if upperHalf.indices.contains(place), let character = UTF8.encode(upperHalf[place]) {
                text.append(contentsOf: character)
            } else {
                text.append(byte & 0x7F)
            }
        }
        return text
    }
}
