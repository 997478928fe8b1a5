// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The kind of navigator, which decides which table of settings applies.
public enum NavigatorKind: String, Sendable, CaseIterable {
    case reflowableEPUB = "reflowable"
    case fixedEPUB = "fixed"
    case pdf
    case image
    case audio
    case video
    case tts
    /// Rendering and playback components with their own limits; a host that uses one names it in its options.
    case pspdfkit
    case pdfium
    case exoplayer

    /// Creates the kind from its name in `lectern_preferences_new`: "reflowable", "pdf", ….
    public init?(kind name: String) { self.init(rawValue: name) }

    public init(layout: Layout) { self = layout == .fixed ? .fixedEPUB : .reflowableEPUB }

    public var name: String { rawValue }

    /// The member `navigator` of the settings.
    public var navigator: String {
        switch self {
        case .reflowableEPUB, .fixedEPUB: "epub"
        case .pdf, .pspdfkit, .pdfium: "pdf"
        case .image: "image"
        case .audio, .exoplayer: "audio"
        case .video: "video"
        case .tts: "tts"
        }
    }

    /// nil for publications without pages: recordings and voices.
    public var layout: Layout? {
        switch self {
        case .reflowableEPUB: .reflowable
        case .fixedEPUB, .pdf, .pspdfkit, .pdfium, .image: .fixed
        case .audio, .video, .exoplayer, .tts: nil
        }
    }
}

extension NavigatorKind {
    /// Selects the kind for the content of a publication.
    public init(_ manifest: Manifest) {
        for (profile, kind) in NavigatorKind.byProfile where manifest.conformsTo(profile.rawValue) {
            self = kind
            return
        }
        let isPlayed = !manifest.readingOrder.isEmpty && manifest.readingOrder.allSatisfy(\.isRecording)
        if isPlayed { self = .video } else { self.init(layout: manifest.layout) }
    }

    private static let byProfile: [(Profile, NavigatorKind)] = [(.audiobook, .audio), (.divina, .image), (.pdf, .pdf)]
}
