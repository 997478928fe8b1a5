// SPDX-License-Identifier: BSD-3-Clause

/// JSON Pointers (RFC 6901), which locate values in error messages.
public enum JSONPointer {
    public static func text(_ steps: [String]) -> String {
        steps.map { "/" + escaped($0) }.joined()
    }

    private static func escaped(_ step: String) -> String {
        guard step.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return step }
        // Compares code points: a slash with a combining accent is another `Character`.
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
