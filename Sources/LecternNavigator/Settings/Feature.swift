// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What a setting needs, and a publication or the view that shows it may lack.
public enum Feature: String, Sendable, CaseIterable {
    /// Recordings have text tracks.
    case captions
    /// There are several encodings of a recording.
    case quality
    /// There is text to read aloud.
    case readAloud
    /// The view can change the pitch of a recording.  Web views cannot.
    case pitch

    /// The features of a publication.
    static func all(of manifest: Manifest, captions: [TextTrack]) -> Set<Feature> {
        var found: Set<Feature> = []
        if !captions.isEmpty { found.insert(.captions) }
        if manifest.readingOrder.contains(where: \.hasQualities) { found.insert(.quality) }
        if manifest.readingOrder.contains(where: \.isText) { found.insert(.readAloud) }
        return found
    }

    /// The reason why a setting that needs it has no effect.
    var word: LabelWord {
        switch self {
        case .captions: .noCaptions
        case .quality: .noQuality
        case .readAloud: .noReadAloud
        case .pitch: .noPitch
        }
    }
}

extension Link {
    fileprivate var isText: Bool {
        guard let type = (type ?? MediaType.guess(path: href)).flatMap(MediaType.essence) else { return true }
        return MediaType.isHTML(type) || type == "image/svg+xml"
    }
}
