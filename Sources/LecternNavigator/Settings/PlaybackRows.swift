// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension SettingsTable {
    /// The settings of audiobooks and of publications of videos.  None is bound to one book.
    static func recordingRows(_ kind: NavigatorKind) -> [SettingDefinition] {
        [theme(requires: [.set])] + soundRows + (kind == .video ? [fitOfPictures] : []) + playerRows
            + [captions, quality(kind)]
    }

    private static let soundRows: [SettingDefinition] = [
        rate("speed", "Speed", type: .percent, format: .percent, olderKeys: ["playbackRate"]),
        volume(),
        rate("pitch", "Pitch", type: .percent, format: .percent, requires: [.feature(.pitch)]),
        SettingDefinition(key: "preservePitch", label: "Keep the pitch", type: .toggle, builtIn: true),
    ]

    private static let playerRows: [SettingDefinition] = [
        skip("skipBackwardInterval", "Skip back"),
        skip("skipForwardInterval", "Skip forward"),
        SettingDefinition(key: "autoPlay", label: "Play at once", type: .toggle, builtIn: true),
        SettingDefinition(
            key: "continuous", label: "Continuous", type: .toggle, builtIn: true,
            publication: .property(.continuous, [Correspondence(true, true), Correspondence(false, false)])),
        SettingDefinition(key: "enableMediaSession", label: "Media keys", type: .toggle, builtIn: true),
        SettingDefinition(
            key: "pollInterval", label: "Time between progress reports", type: .range, builtIn: 1000,
            range: 100...10000, progression: .step(100), isWhole: true,
            format: .decimal(maximum: 0, unit: .milliseconds)),
    ]

    /// How the picture of a video fills its place on the screen.
    private static let fitOfPictures = SettingDefinition(
        key: "fit", label: "Fit", type: .enumeration, builtIn: "contain",
        publication: .property(.fit, ["contain", "cover", "width", "height"].map { Correspondence($0, $0) }),
        reflows: true, values: ["contain", "cover", "width", "height"],
        valueLabels: ["Whole picture", "Fill", "Width", "Height"], olderValues: [Correspondence("page", "contain")])

    /// The values are the text tracks that the publication offers.
    private static let captions = SettingDefinition(
        key: "captions", label: "Captions", type: .enumeration, builtIn: "off", requires: [.feature(.captions)],
        values: [.string(TextTrack.off)], valueLabels: ["Off"], shape: .text)

    /// Which of several encodings is played.  The resolution of a video can suit the screen.
    private static func quality(_ kind: NavigatorKind) -> SettingDefinition {
        let count = kind == .video ? 4 : 3
        let values: [JSON] = ["auto", "low", "high", "max"]
        return SettingDefinition(
            key: "quality", label: "Quality", type: .enumeration, builtIn: "auto", requires: [.feature(.quality)],
            values: Array(values.prefix(count)),
            valueLabels: Array(["Automatic", "Low", "High", "Highest"].prefix(count)),
            olderScale: Array(values.prefix(count).dropFirst()))
    }

    static func volume(requires: [Condition] = []) -> SettingDefinition {
        SettingDefinition(
            key: "volume", label: "Volume", type: .percent, builtIn: 1.0, requires: requires, range: 0.0...1.0,
            progression: .step(0.1), format: .percent, olderKeys: ["playbackVolume"])
    }

    /// The settings of ExoPlayer.
    static let exoplayerRows: [SettingDefinition] = [
        rate("speed", "Speed", olderKeys: ["playbackRate"]), rate("pitch", "Pitch"),
    ]

    /// The settings of a navigator that only reads aloud.
    static let ttsRows: [SettingDefinition] =
        [
            SettingDefinition(
                key: "language", label: "Language", type: .language, scope: .publication, publication: .language)
        ] + voiceRows(requires: [])

    /// The settings of reading aloud in a navigator of documents, with a voice or the recordings of media overlays.
    static let readAloudRows: [SettingDefinition] =
        voiceRows(requires: [.feature(.readAloud)]) + [
            volume(requires: [.feature(.readAloud)]),
            skipping("skipPageNumbers", "Skip page numbers", builtIn: true),
            skipping("skipNoteNumbers", "Skip note numbers", builtIn: true),
            skipping("skipNotes", "Skip notes", builtIn: true),
            skipping("skipTables", "Skip tables"), skipping("skipSidebars", "Skip sidebars"),
            SettingDefinition(
                key: "rubyReadings", label: "Read ruby in place of its base", type: .toggle, builtIn: false,
                requires: [.feature(.readAloud)]),
        ]

    private static func voiceRows(requires: [Condition]) -> [SettingDefinition] {
        [
            SettingDefinition(
                key: "defaultLanguage", label: "Language of unmarked text", type: .language, requires: requires),
            rate("speed", "Speed", requires: requires, olderKeys: ["playbackRate"]),
            rate("pitch", "Pitch", requires: requires),
            SettingDefinition(
                key: "voices", label: "Voices", type: .value, builtIn: .object(JSONObject()), requires: requires,
                shape: .textByLanguage),
            SettingDefinition(
                key: "voiceIdentifier", label: "Voice", type: .value, requires: requires, shape: .text),
        ]
    }

    /// Whether a kind of content is not read aloud (EPUB 3.3, 9.3.4.1: skippability).
    private static func skipping(_ key: String, _ label: String, builtIn: JSON = false) -> SettingDefinition {
        SettingDefinition(
            key: key, label: label, type: .toggle, builtIn: builtIn, requires: [.feature(.readAloud)])
    }

    /// A factor.  Engines accept any value; the range is for forms.
    private static func rate(
        _ key: String, _ label: String, type: SettingType = .range,
        format: ValueFormat = .decimal(maximum: 2, unit: .times), requires: [Condition] = [], olderKeys: [String] = []
    ) -> SettingDefinition {
        SettingDefinition(
            key: key, label: label, type: type, builtIn: 1.0, requires: requires, range: 0.1...6.0,
            progression: .step(0.1),
            format: format, olderKeys: olderKeys)
    }

    private static func skip(_ key: String, _ label: String) -> SettingDefinition {
        SettingDefinition(
            key: key, label: label, type: .range, builtIn: 10, range: 5...60, progression: .step(5), isWhole: true,
            format: .decimal(maximum: 0, unit: .seconds))
    }
}
