// SPDX-License-Identifier: BSD-3-Clause

/// The statements of the display, by their ids in the vocabulary of the W3C's Accessibility Metadata Display Guide.
enum AccessibilityStatement: String, Sendable, CaseIterable {
    // Ways of reading
    case modifiable = "ways-of-reading-visual-adjustments-modifiable"
    case unmodifiable = "ways-of-reading-visual-adjustments-unmodifiable"
    case modifiabilityUnknown = "ways-of-reading-visual-adjustments-unknown"
    case readable = "ways-of-reading-nonvisual-reading-readable"
    case notFullyReadable = "ways-of-reading-nonvisual-reading-not-fully"
    case unreadable = "ways-of-reading-nonvisual-reading-none"
    case readabilityUnknown = "ways-of-reading-nonvisual-reading-no-metadata"
    case alternativeText = "ways-of-reading-nonvisual-reading-alt-text"
    case synchronizedAudio = "ways-of-reading-prerecorded-audio-synchronized"
    case audioOnly = "ways-of-reading-prerecorded-audio-only"
    case audioClips = "ways-of-reading-prerecorded-audio-complementary"
    case audioUnknown = "ways-of-reading-prerecorded-audio-no-metadata"

    // Conformance
    case levelA = "conformance-a"
    case levelAA = "conformance-aa"
    case levelAAA = "conformance-aaa"
    case unknownStandard = "conformance-unknown-standard"
    case noConformance = "conformance-no"
    case certifier = "conformance-certifier"
    case certifierCredential = "conformance-certifier-credentials"

    // Conformance, the details
    case claim = "conformance-details-claim"
    case epubAccessibility10 = "conformance-details-epub-accessibility-1-0"
    case epubAccessibility11 = "conformance-details-epub-accessibility-1-1"
    case wcag20 = "conformance-details-wcag-2-0"
    case wcag21 = "conformance-details-wcag-2-1"
    case wcag22 = "conformance-details-wcag-2-2"
    case claimedLevelA = "conformance-details-level-a"
    case claimedLevelAA = "conformance-details-level-aa"
    case claimedLevelAAA = "conformance-details-level-aaa"
    case certificationDate = "conformance-details-certification-info"
    case certifierReport = "conformance-details-certifier-report"

    // Navigation
    case pageNavigation = "navigation-page-navigation"
    case structuralNavigation = "navigation-structural"
    case index = "navigation-index"
    case tableOfContents = "navigation-toc"
    case noNavigation = "navigation-no-metadata"

    // Rich content
    case extendedDescriptions = "rich-content-extended"
    case chemistryAsLaTeX = "rich-content-accessible-chemistry-as-latex"
    case chemistryAsMathML = "rich-content-accessible-chemistry-as-mathml"
    case describedMath = "rich-content-accessible-math-described"
    case mathAsLaTeX = "rich-content-accessible-math-as-latex"
    case mathAsMathML = "rich-content-accessible-math-as-mathml"
    case closedCaptions = "rich-content-closed-captions"
    case openCaptions = "rich-content-open-captions"
    case transcript = "rich-content-transcript"
    case noRichContent = "rich-content-unknown"

    // Hazards
    case flashing = "hazards-flashing"
    case flashingAbsent = "hazards-flashing-none"
    case flashingUnknown = "hazards-flashing-unknown"
    case motion = "hazards-motion"
    case motionAbsent = "hazards-motion-none"
    case motionUnknown = "hazards-motion-unknown"
    case sound = "hazards-sound"
    case soundAbsent = "hazards-sound-none"
    case soundUnknown = "hazards-sound-unknown"
    case hazardsAbsent = "hazards-none"
    case hazardsUnknown = "hazards-unknown"
    case noHazards = "hazards-no-metadata"

    // Accessibility summary
    /// The publisher's own text, for which there is no wording.
    case summary = "accessibility-summary"
    case publisherContact = "accessibility-summary-publisher-contact"
    case noSummary = "accessibility-summary-no-metadata"

    // Legal considerations
    case exempt = "legal-considerations-exempt"
    case noLegal = "legal-considerations-no-metadata"

    // Additional accessibility information
    case pageBreaks = "additional-accessibility-information-page-breaks"
    case aria = "additional-accessibility-information-aria"
    case audioDescriptions = "additional-accessibility-information-audio-descriptions"
    case braille = "additional-accessibility-information-braille"
    case colorNotSoleMeans = "additional-accessibility-information-color-not-sole-means-of-conveying-information"
    case dyslexiaReadability = "additional-accessibility-information-dyslexia-readability"
    case fullRuby = "additional-accessibility-information-full-ruby-annotations"
    case audioContrast = "additional-accessibility-information-high-contrast-between-foreground-and-background-audio"
    case textContrast = "additional-accessibility-information-high-contrast-between-text-and-background"
    case largePrint = "additional-accessibility-information-large-print"
    case ruby = "additional-accessibility-information-ruby-annotations"
    case signLanguage = "additional-accessibility-information-sign-language"
    case tactileGraphics = "additional-accessibility-information-tactile-graphics"
    case tactileObjects = "additional-accessibility-information-tactile-objects"
    case speechHinting = "additional-accessibility-information-text-to-speech-hinting"
    case ultraTextContrast = "additional-accessibility-information-ultra-high-contrast-between-text-and-background"
    case visiblePageNumbering = "additional-accessibility-information-visible-page-numbering"
    case withoutBackgroundSounds = "additional-accessibility-information-without-background-sounds"
}
