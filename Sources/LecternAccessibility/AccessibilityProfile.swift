// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A conformance claim: a version of EPUB Accessibility, with a version and a level of WCAG.
struct AccessibilityProfile: Sendable {
    let specification: AccessibilityStatement
    let wcag: AccessibilityStatement
    let level: Level

    enum Level: String, CaseIterable, Comparable {
        case a, aa, aaa

        var statement: AccessibilityStatement {
            switch self {
            case .a: .levelA
            case .aa: .levelAA
            case .aaa: .levelAAA
            }
        }

        var claimed: AccessibilityStatement {
            switch self {
            case .a: .claimedLevelA
            case .aa: .claimedLevelAA
            case .aaa: .claimedLevelAAA
            }
        }

        static func < (a: Level, b: Level) -> Bool { a.rawValue.utf8.count < b.rawValue.utf8.count }
    }

    /// Returns the claim with the highest level, and the latest versions among those.
    static func best(of uris: [String]) -> AccessibilityProfile? {
        var best: AccessibilityProfile?
        for (document, specification, wcag) in documents {
            for uri in uris {
                guard let level = level(uri, document), best.map({ $0.level < level }) ?? true else { continue }
                best = AccessibilityProfile(specification: specification, wcag: wcag, level: level)
            }
        }
        return best
    }

    /// URI prefixes of profiles, without the scheme and "www.", latest first.
    private static let documents: [(String, AccessibilityStatement, AccessibilityStatement)] = [
        ("w3.org/TR/epub-a11y-11#wcag-2.2-", .epubAccessibility11, .wcag22),
        ("w3.org/TR/epub-a11y-11#wcag-2.1-", .epubAccessibility11, .wcag21),
        ("w3.org/TR/epub-a11y-11#wcag-2.0-", .epubAccessibility11, .wcag20),
        ("idpf.org/epub/a11y/accessibility-20170105.html#wcag-", .epubAccessibility10, .wcag20),
    ]

    private static func level(_ uri: String, _ document: String) -> Level? {
        for prefix in ["https://www.", "http://www.", "https://", "http://"] {
            let whole = prefix + document
            if uri.hasPrefix(whole) { return Level(rawValue: String(uri.dropFirst(whole.count))) }
        }
        return nil
    }
}
