// SPDX-License-Identifier: BSD-3-Clause

/// A statement that is displayed if the publication has one of several schema.org accessibilityFeature terms.
///
/// Five statements come from ONIX and have no such term.  For these, the feature is the suffix of their id.
struct FeatureRule: Sendable {
    let statement: AccessibilityStatement
    let features: [String]

    init(_ statement: AccessibilityStatement, _ features: String...) {
        self.statement = statement
        self.features = features
    }
}

extension AccessibilityDialect {
    var navigation: [FeatureRule] {
        self == .w3c
            ? FeatureRule.navigation
            : [.tableOfContents, .index, .structuralNavigation, .pageNavigation].compactMap(FeatureRule.of)
    }

    var richContent: [FeatureRule] {
        guard self == .readium else { return FeatureRule.richContent }
        let order: [AccessibilityStatement] = [
            .extendedDescriptions, .describedMath, .mathAsMathML, .mathAsLaTeX, .chemistryAsMathML, .chemistryAsLaTeX,
            .closedCaptions, .openCaptions, .transcript,
        ]
        return order.compactMap(FeatureRule.of)
    }

    var additional: [FeatureRule] {
        guard self == .readium else { return FeatureRule.additional }
        let order: [AccessibilityStatement] = [
            .pageBreaks, .aria, .audioDescriptions, .braille, .ruby, .fullRuby, .audioContrast, .textContrast,
            .largePrint, .signLanguage, .tactileGraphics, .tactileObjects, .speechHinting, .colorNotSoleMeans,
            .dyslexiaReadability, .ultraTextContrast, .visiblePageNumbering, .withoutBackgroundSounds,
        ]
        return order.compactMap(FeatureRule.of)
    }
}

extension FeatureRule {
    fileprivate static func of(_ statement: AccessibilityStatement) -> FeatureRule? {
        (navigation + richContent + additional).first { $0.statement == statement }
    }

    /// In the order of the techniques.
    fileprivate static let navigation = [
        FeatureRule(.pageNavigation, "pageNavigation"),
        FeatureRule(.structuralNavigation, "structuralNavigation"),
        FeatureRule(.index, "index"),
        FeatureRule(.tableOfContents, "tableOfContents"),
    ]

    fileprivate static let richContent = [
        // The techniques use both spellings.
        FeatureRule(.extendedDescriptions, "longDescription", "longDescriptions"),
        FeatureRule(.chemistryAsLaTeX, "latex-chemistry"),
        FeatureRule(.chemistryAsMathML, "MathML-chemistry"),
        FeatureRule(.describedMath, "describedMath"),
        FeatureRule(.mathAsLaTeX, "latex"),
        FeatureRule(.mathAsMathML, "MathML"),
        FeatureRule(.closedCaptions, "closedCaptions"),
        FeatureRule(.openCaptions, "openCaptions"),
        FeatureRule(.transcript, "transcript"),
    ]

    fileprivate static let additional = [
        FeatureRule(.pageBreaks, "pageBreakMarkers", "printPageNumbers"),
        FeatureRule(.aria, "ARIA", "aria"),
        FeatureRule(.audioDescriptions, "audioDescription"),
        FeatureRule(.braille, "braille"),
        FeatureRule(.colorNotSoleMeans, "color-not-sole-means-of-conveying-information"),
        FeatureRule(.dyslexiaReadability, "dyslexia-readability"),
        FeatureRule(.fullRuby, "fullRubyAnnotations"),
        FeatureRule(.audioContrast, "highContrastAudio"),
        FeatureRule(.textContrast, "highContrastDisplay"),
        FeatureRule(.largePrint, "largePrint"),
        FeatureRule(.ruby, "rubyAnnotations"),
        FeatureRule(.signLanguage, "signLanguage"),
        FeatureRule(.tactileGraphics, "tactileGraphic"),
        FeatureRule(.tactileObjects, "tactileObject"),
        FeatureRule(.speechHinting, "ttsMarkup"),
        FeatureRule(.ultraTextContrast, "ultra-high-contrast-between-text-and-background"),
        FeatureRule(.visiblePageNumbering, "visible-page-numbering"),
        FeatureRule(.withoutBackgroundSounds, "without-background-sounds"),
    ]
}
