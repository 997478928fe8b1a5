// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The settings of a kind of navigator, in form order: the built-in ones, then those of the host.
///
/// The table contains all rules of the settings, as data.  Preferences and settings are arrays indexed by its rows.
public final class SettingsTable: Sendable {
    public let kind: NavigatorKind
    public let definitions: [SettingDefinition]
    private let rows: [ExactText: Int]
    /// The current rows of older keys.
    private let olderRows: [ExactText: Int]

    /// The rows that determine the writing mode, if present.
    let languageRow: Int?
    let progressionRow: Int?
    let verticalRow: Int?
    /// Rows that another setting can force to a value.
    let forcedRows: [Int]
    /// Rows whose value is inferred from others if no source has one.
    let followingRows: [Int]

    init(kind: NavigatorKind, _ definitions: [SettingDefinition]) {
        self.kind = kind
        self.definitions = definitions
        rows = Dictionary(
            definitions.enumerated().map { (ExactText($1.key), $0) }, uniquingKeysWith: { first, _ in first })
        var olderRows: [ExactText: Int] = [:]
        for (row, definition) in definitions.enumerated() {
            // An older key of two settings refers to the one for this layout.
            let acts = definition.requires.allSatisfy { SettingsTable.holds($0, in: kind) }
            for key in definition.olderKeys.map(ExactText.init) where acts || olderRows[key] == nil {
                olderRows[key] = row
            }
        }
        self.olderRows = olderRows
        languageRow = rows[ExactText("language")]
        progressionRow = rows[ExactText("readingProgression")]
        verticalRow = rows[ExactText("verticalText")]
        forcedRows = definitions.indices.filter { !definitions[$0].forced.isEmpty }
        followingRows = definitions.indices.filter {
            if case .following = definitions[$0].inference { true } else { false }
        }
    }

    /// Returns the built-in settings of a kind.
    public static func builtIn(_ kind: NavigatorKind) -> SettingsTable {
        switch kind {
        case .reflowableEPUB: reflowableEPUB
        case .fixedEPUB: fixedEPUB
        case .pdf: pdf
        case .image: image
        case .audio: audio
        case .video: video
        case .tts: tts
        case .pspdfkit: pspdfkit
        case .pdfium: pdfium
        case .exoplayer: exoplayer
        }
    }

    private static let reflowableEPUB = SettingsTable(kind: .reflowableEPUB, epubRows(.reflowable))
    private static let fixedEPUB = SettingsTable(kind: .fixedEPUB, epubRows(.fixed))
    private static let pdf = SettingsTable(kind: .pdf, pdfRows)
    private static let image = SettingsTable(kind: .image, imageRows)
    private static let audio = SettingsTable(kind: .audio, recordingRows(.audio))
    private static let video = SettingsTable(kind: .video, recordingRows(.video))
    private static let tts = SettingsTable(kind: .tts, ttsRows)
    private static let pspdfkit = SettingsTable(kind: .pspdfkit, pspdfkitRows)
    private static let pdfium = SettingsTable(kind: .pdfium, pdfiumRows)
    private static let exoplayer = SettingsTable(kind: .exoplayer, exoplayerRows)

    public func adding(_ custom: [SettingDefinition]) -> SettingsTable {
        custom.isEmpty ? self : SettingsTable(kind: kind, definitions + custom)
    }

    /// Returns the table for a version of the style sheets.
    func styled(by version: ReadiumCSS.Version) -> SettingsTable {
        guard version == .two else { return self }
        return SettingsTable(
            kind: kind,
            definitions.compactMap { definition in
                switch definition.inReadiumCSS2 {
                case .none: return definition
                case .removed: return nil
                case .scripts(let scripts):
                    var changed = definition
                    changed.requires = definition.requires.map { $0.isAboutScript ? .script(scripts) : $0 }
                    return changed
                }
            })
    }

    /// Returns the table for a view that can paginate vertical text, which then need not scroll, and has one column.
    func pagingVerticalText() -> SettingsTable {
        SettingsTable(
            kind: kind,
            definitions.map { definition in
                var changed = definition
                switch definition.key {
                case "scroll":
                    changed.forced.removeAll { $0.by == "verticalText" }
                    changed.requires.removeAll { $0 == SettingsTable.horizontal }
                case "columnCount": changed.requires.append(SettingsTable.horizontal)
                default: break
                }
                return changed
            })
    }

    static let horizontal = Condition.setting("verticalText", is: [false])

    /// Returns the built-in settings with this key, of all kinds.
    static func everywhere(_ key: String) -> [SettingDefinition] {
        NavigatorKind.allCases.compactMap { kind in
            let table = builtIn(kind)
            return table.row(key).map { table.definitions[$0] }
        }
    }

    public var count: Int { definitions.count }

    /// Returns the first of these values that the setting accepts; nil if there is none, or no such setting.
    func attainable(_ key: String, _ values: [JSON]) -> (row: Int, value: JSON)? {
        guard let row = row(key) else { return nil }
        let value = values.first { value in
            if case .value(value) = definitions[row].reading(of: value) { return true }
            return false
        }
        return value.map { (row, $0) }
    }

    /// Returns the row of a current key.
    public func row(_ key: String) -> Int? { rows[ExactText(key)] }

    /// Returns the current row of an older key.
    public func row(older key: String) -> Int? { olderRows[ExactText(key)] }

    /// Returns the row of a current or older key.
    public func anyRow(_ key: String) -> Int? { row(key) ?? row(older: key) }

    /// Whether a setting applies to this layout.
    func suitsLayout(_ row: Int) -> Bool {
        definitions[row].requires.allSatisfy { SettingsTable.holds($0, in: kind) }
    }

    /// Whether a condition on the layout holds, which never changes; true for other conditions.
    static func holds(_ condition: Condition, in kind: NavigatorKind) -> Bool {
        if case .layout(let layout) = condition { return kind.layout == layout }
        return true
    }
}
