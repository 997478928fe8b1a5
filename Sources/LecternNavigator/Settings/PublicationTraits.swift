// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What a publication contributes to its settings: metadata and presentation hints, as the manifest spells them.
package struct PublicationTraits: Sendable, Equatable {
    /// A property of the manifest that is a plain word.
    package enum Trait: Sendable {
        case readingProgression
        case overflow
        case spread
        case fit
    }

    package var languages: [String]
    package var readingProgression: String?
    package var layout: Layout
    package var overflow: String?
    package var spread: String?
    package var fit: String?

    package init(
        languages: [String] = [], readingProgression: String? = nil, layout: Layout = .reflowable,
        overflow: String? = nil, spread: String? = nil, fit: String? = nil
    ) {
        self.languages = languages
        self.readingProgression = readingProgression
        self.layout = layout
        self.overflow = overflow
        self.spread = spread
        self.fit = fit
    }

    package var kind: NavigatorKind { NavigatorKind(layout: layout) }

    package subscript(trait: Trait) -> String? {
        switch trait {
        case .readingProgression: readingProgression
        case .overflow: overflow
        case .spread: spread
        case .fit: fit
        }
    }

    /// The first language, unless it is one of the tags that name none.
    package var language: String? { LanguageTag.main(of: languages) }
}
