// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What presents a publication; it decides which table of settings applies.
package enum NavigatorKind: String, Sendable, CaseIterable {
    case reflowableEPUB = "reflowable"
    case fixedEPUB = "fixed"
    case pdf
    case image
    case audio
    case tts
    /// Components that draw and play with limits of their own; a host that uses one says so in its options.
    case pspdfkit
    case pdfium
    case exoplayer

    /// By the name that `lectern_preferences_new` takes: "reflowable", "pdf", ….
    package init?(kind name: String) { self.init(rawValue: name) }

    package init(layout: Layout) { self = layout == .fixed ? .fixedEPUB : .reflowableEPUB }

    package var name: String { rawValue }

    /// The member `navigator` of the settings.
    package var navigator: String {
        switch self {
        case .reflowableEPUB, .fixedEPUB: "epub"
        case .pdf, .pspdfkit, .pdfium: "pdf"
        case .image: "image"
        case .audio, .exoplayer: "audio"
        case .tts: "tts"
        }
    }

    /// Nil for publications without pages, such as an audiobook.
    package var layout: Layout? {
        switch self {
        case .reflowableEPUB: .reflowable
        case .fixedEPUB, .pdf, .pspdfkit, .pdfium, .image: .fixed
        case .audio, .exoplayer, .tts: nil
        }
    }
}

extension NavigatorKind {
    /// What suits a publication: by the profile that it conforms to, else by what its reading order is made of.
    package init(_ manifest: Manifest) {
        for profile in manifest.metadata.conformsTo {
            guard let kind = NavigatorKind.byProfile[profile] else { continue }
            self = kind
            return
        }
        let types = manifest.readingOrder.map { $0.type.flatMap(MediaType.essence) ?? "" }
        let layout = Presentation(manifest.metadata).layout ?? .reflowable
        if types.isEmpty {
            self.init(layout: layout)
        } else if types.allSatisfy({ $0 == "application/pdf" }) {
            self = .pdf
        } else if types.allSatisfy({ $0.utf8.starts(with: "audio/".utf8) }) {
            self = .audio
        } else if types.allSatisfy({ MediaType.isBitmap($0) }) {
            self = .image
        } else {
            self.init(layout: layout)
        }
    }

    /// EPUB is not among them: its profile leaves the layout open.
    private static let byProfile: [String: NavigatorKind] = [
        "https://readium.org/webpub-manifest/profiles/pdf": .pdf,
        "https://readium.org/webpub-manifest/profiles/audiobook": .audio,
        "https://readium.org/webpub-manifest/profiles/divina": .image,
    ]
}
