// SPDX-License-Identifier: BSD-3-Clause

/// JSON pointers (RFC 6901), which say where in a JSON text something is.
public enum JSONPointer {
    public static func text(_ steps: [String]) -> String {
        steps.map { "/" + escaped($0) }.joined()
    }

    private static func escaped(_ step: String) -> String {
        guard step.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return step }
        // By code points: with an accent on it, a slash is another character.
        var text = String.UnicodeScalarView()
        for scalar in step.unicodeScalars {
            switch scalar {
            case "~": text += "~0".unicodeScalars
            case "/": text += "~1".unicodeScalars
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
