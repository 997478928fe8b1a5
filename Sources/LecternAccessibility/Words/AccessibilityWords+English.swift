// SPDX-License-Identifier: BSD-3-Clause

extension AccessibilityWords {
    /// The wording of the guide, from its localization en-US.
    static let english = AccessibilityWords(
        language: "en",
        titles: [
            .waysOfReading: "Ways of reading",
            .conformance: "Conformance",
            .navigation: "Navigation",
            .richContent: "Rich content",
            .hazards: "Hazards",
            .summary: "Accessibility summary",
            .legal: "Legal considerations",
            .additional: "Additional accessibility information",
        ],
        detailsTitle: "Detailed conformance information",
        statements: [
            .modifiable: Wording(
                "Appearance can be modified",
                """
                Appearance of the text and page layout can be modified according to the capabilities of the \
                reading system (font family and font size, spaces between paragraphs, sentences, words, and \
                letters, as well as color of background and text)
                """),
            .unmodifiable: Wording(
                "Appearance cannot be modified",
                """
                Text and page layout cannot be modified as the reading experience is close to a print version, but \
                reading systems can still provide zooming options
                """),
            .modifiabilityUnknown: "No information about appearance modifiability is available",
            .readable: Wording(
                "Readable in read aloud or dynamic braille",
                "All content can be read as read aloud speech or dynamic braille"),
            .notFullyReadable: Wording(
                "Not fully readable in read aloud or dynamic braille",
                "Not all of the content will be readable as read aloud speech or dynamic braille"),
            .unreadable: Wording(
                "Not readable in read aloud or dynamic braille",
                "The content is not readable as read aloud speech or dynamic braille"),
            .readabilityUnknown: "No information about nonvisual reading is available",
            .alternativeText: Wording("Has alternative text", "Has alternative text descriptions for images"),
            .synchronizedAudio: Wording(
                "Prerecorded audio synchronized with text",
                "All the content is available as prerecorded audio synchronized with text"),
            .audioOnly: Wording("Prerecorded audio only", "Audiobook with no text alternative"),
            .audioClips: Wording("Prerecorded audio clips", "Prerecorded audio clips are embedded in the content"),
            .audioUnknown: "No information about prerecorded audio is available",
            .levelA: Wording(
                "This publication meets minimum accessibility standards",
                """
                The publication contains a conformance statement that it meets the EPUB Accessibility and WCAG 2 \
                Level A standard
                """),
            .levelAA: Wording(
                "This publication meets accepted accessibility standards",
                """
                The publication contains a conformance statement that it meets the EPUB Accessibility and WCAG 2 \
                Level AA standard
                """),
            .levelAAA: Wording(
                "This publication exceeds accepted accessibility standards",
                """
                The publication contains a conformance statement that it meets the EPUB Accessibility and WCAG 2 \
                Level AAA standard
                """),
            .unknownStandard:
                "Conformance to accepted standards for accessibility of this publication cannot be determined",
            .noConformance: "No information is available",
            .certifier: "The publication was certified by {certifier}",
            .certifierCredential: "The certifier's credential is {credential}",
            .claim: "This publication claims to meet {specification} {wcag} {level}",
            .epubAccessibility10: "EPUB Accessibility 1.0",
            .epubAccessibility11: "EPUB Accessibility 1.1",
            .wcag20: Wording("WCAG 2.0", "Web Content Accessibility Guidelines (WCAG) 2.0"),
            .wcag21: Wording("WCAG 2.1", "Web Content Accessibility Guidelines (WCAG) 2.1"),
            .wcag22: Wording("WCAG 2.2", "Web Content Accessibility Guidelines (WCAG) 2.2"),
            .claimedLevelA: "Level A",
            .claimedLevelAA: "Level AA",
            .claimedLevelAAA: "Level AAA",
            .certificationDate: "The publication was certified on {date}",
            .certifierReport: "For more information refer to the certifier's report",
            .pageNavigation: Wording("Go to page", "Page list to go to pages from the print source version"),
            .structuralNavigation: Wording(
                "Headings", "Elements such as headings, tables, etc for structured navigation"),
            .index: Wording("Index", "Index with links to referenced entries"),
            .tableOfContents: Wording("Table of contents", "Table of contents to all chapters of the text via links"),
            .noNavigation: "No information is available",
            .extendedDescriptions: "Information-rich images are described by extended descriptions",
            .chemistryAsLaTeX: Wording("Chemical formulas in LaTeX", "Chemical formulas in accessible format (LaTeX)"),
            .chemistryAsMathML: Wording(
                "Chemical formulas in MathML", "Chemical formulas in accessible format (MathML)"),
            .describedMath: "Text descriptions of math are provided",
            .mathAsLaTeX: Wording("Math as LaTeX", "Math formulas in accessible format (LaTeX)"),
            .mathAsMathML: Wording("Math as MathML", "Math formulas in accessible format (MathML)"),
            .closedCaptions: Wording(
                "Videos have closed captions", "Videos included in publications have closed captions"),
            .openCaptions: Wording("Videos have open captions", "Videos included in publications have open captions"),
            .transcript: "Transcript(s) provided",
            .noRichContent: "No information is available",
            .flashing: Wording(
                "Flashing content", "The publication contains flashing content that can cause photosensitive seizures"),
            .flashingAbsent: Wording(
                "No flashing hazards",
                "The publication does not contain flashing content that can cause photosensitive seizures"),
            .flashingUnknown: Wording(
                "Flashing hazards not known",
                "The presence of flashing content that can cause photosensitive seizures could not be determined"),
            .motion: Wording(
                "Motion simulation", "The publication contains motion simulations that can cause motion sickness"),
            .motionAbsent: Wording(
                "No motion simulation hazards",
                "The publication does not contain motion simulations that can cause motion sickness"),
            .motionUnknown: Wording(
                "Motion simulation hazards not known",
                "The presence of motion simulations that can cause motion sickness could not be determined"),
            .sound: Wording("Sounds", "The publication contains sounds that can cause sensitivity issues"),
            .soundAbsent: Wording(
                "No sound hazards", "The publication does not contain sounds that can cause sensitivity issues"),
            .soundUnknown: Wording(
                "Sound hazards not known",
                "The presence of sounds that can cause sensitivity issues could not be determined"),
            .hazardsAbsent: Wording("No hazards", "The publication contains no hazards"),
            .hazardsUnknown: "The presence of hazards is unknown",
            .noHazards: "No information is available",
            .publisherContact:
                "For more information about the accessibility of this product, please contact the publisher: {contact}",
            .noSummary: "No information is available",
            .exempt: Wording(
                "Claims an accessibility exemption in some jurisdictions",
                "This publication claims an accessibility exemption in some jurisdictions"),
            .noLegal: "No information is available",
            .pageBreaks: Wording("Page breaks included", "Page breaks included from the original print source"),
            .aria: Wording(
                "ARIA roles included",
                "Content is enhanced with ARIA roles to optimize organization and facilitate navigation"),
            .audioDescriptions: "Audio descriptions",
            .braille: "Braille",
            .colorNotSoleMeans: "Color is not the sole means of conveying information",
            .dyslexiaReadability: "Dyslexia readability",
            .fullRuby: "Full ruby annotations",
            .audioContrast: "High contrast between foreground and background audio",
            .textContrast: "High contrast between foreground text and background",
            .largePrint: "Large print",
            .ruby: "Some Ruby annotations",
            .signLanguage: "Sign language",
            .tactileGraphics: Wording(
                "Tactile graphics included",
                "Tactile graphics have been integrated to facilitate access to visual elements for blind people"),
            .tactileObjects: "Tactile 3D objects",
            .speechHinting: "Text-to-speech hinting provided",
            .ultraTextContrast: "Ultra high contrast between text and background",
            .visiblePageNumbering: "Visible page numbering",
            .withoutBackgroundSounds: "Without background sounds",
        ],
        date: "{month} {day}, {year}",
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ])
}
