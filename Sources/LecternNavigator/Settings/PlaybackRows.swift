// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension SettingsTable {
    /// The settings of audiobooks.  All of them are always active, and none is bound to one book.
    static let audioRows: [SettingDefinition] = [
        rate("speed", "Speed", type: .percent, format: .percent, olderKeys: ["playbackRate"]),
        SettingDefinition(
            key: "volume", label: "Volume", type: .percent, builtIn: 1.0, range: 0.0...1.0, progression: .step(0.1),
            format: .percent, olderKeys: ["playbackVolume"]),
        rate("pitch", "Pitch", type: .percent, format: .percent),
        SettingDefinition(key: "preservePitch", label: "Keep the pitch", type: .toggle, builtIn: true),
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
        SettingDefinition(key: "captions", label: "Captions", type: .value, shape: .text),
    ]

    /// The settings of ExoPlayer.
    static let exoplayerRows: [SettingDefinition] = [
        rate("speed", "Speed", olderKeys: ["playbackRate"]), rate("pitch", "Pitch"),
    ]

    /// The settings of reading aloud.
    static let ttsRows: [SettingDefinition] = [
        SettingDefinition(
            key: "language", label: "Language", type: .language, scope: .publication, publication: .language),
        SettingDefinition(key: "defaultLanguage", label: "Language of unmarked text", type: .language),
        rate("speed", "Speed", olderKeys: ["playbackRate"]),
        rate("pitch", "Pitch"),
        SettingDefinition(
            key: "voices", label: "Voices", type: .value, builtIn: .object(JSONObject()), shape: .textByLanguage),
        SettingDefinition(key: "voiceIdentifier", label: "Voice", type: .value, shape: .text),
    ]

    /// A factor.  Engines accept any value; the range is for forms.
    private static func rate(
        _ key: String, _ label: String, type: SettingType = .range,
        format: ValueFormat = .decimal(maximum: 2, unit: .times), olderKeys: [String] = []
    ) -> SettingDefinition {
        SettingDefinition(
            key: key, label: label, type: type, builtIn: 1.0, range: 0.1...6.0, progression: .step(0.1),
            format: format, olderKeys: olderKeys)
    }

    private static func skip(_ key: String, _ label: String) -> SettingDefinition {
        SettingDefinition(
            key: key, label: label, type: .range, builtIn: 10, range: 5...60, progression: .step(5), isWhole: true,
            format: .decimal(maximum: 0, unit: .seconds))
    }
}
