// SPDX-License-Identifier: BSD-3-Clause

/// JSON pointers (RFC 6901), which say where in a JSON text something is.
package enum JSONPointer {
    package static func text(_ steps: [String]) -> String {
        steps.map { "/" + escaped($0) }.joined()
    }

    private static func escaped(_ step: String) -> String {
        guard step.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return step }
        return step.reduce(into: "") { text, character in
            switch character {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.append(character)
            }
        }
    }
}
