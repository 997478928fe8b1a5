// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

extension CSSDeclarations {
    /// The value of `data-lectern`, which the style sheets of the library select by: the names of the user properties
    /// that are set, without their prefix.  A property that is one of several modes has its mode behind it:
    /// `view=paged fontSize appearance=night`.
    public var dataAttribute: String {
        all.compactMap { declaration -> String? in
            guard let value = declaration.value, declaration.name.hasPrefix("--USER__") else { return nil }
            let name = String(declaration.name.dropFirst(8))
            return ["view", "appearance"].contains(name) ? "\(name)=\(CSSDeclarations.mode(value))" : name
        }.joined(separator: " ")
    }

    /// "paged" of `readium-paged-on`.
    private static func mode(_ value: String) -> String {
        guard value.hasPrefix("readium-"), value.hasSuffix("-on") else { return value.words.joined(separator: "-") }
        return String(value.dropFirst(8).dropLast(3))
    }
}
