// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The settings of one kind of navigator, in the order of a form: the built-in ones, then those of the host.
///
/// All rules of settings are data in here.  Preferences and settings are arrays beside it: they know a setting by its
/// row.
public final class SettingsTable: Sendable {
    public let kind: NavigatorKind
    public let definitions: [SettingDefinition]
    private let rows: [ExactText: Int]
    /// Older keys, each with the row that took over.
    private let olderRows: [ExactText: Int]

    /// The rows that say how the text is written, where a kind of navigator has them.
    let languageRow: Int?
    let progressionRow: Int?
    let verticalRow: Int?
    /// Rows that another one can pin to a value.
    let forcedRows: [Int]
    /// Rows that follow from others when nobody names them.
    let followingRows: [Int]

    init(kind: NavigatorKind, _ definitions: [SettingDefinition]) {
        self.kind = kind
        self.definitions = definitions
        rows = Dictionary(
            definitions.enumerated().map { (ExactText($1.key), $0) }, uniquingKeysWith: { first, _ in first })
        var olderRows: [ExactText: Int] = [:]
        for (row, definition) in definitions.enumerated() {
            // An older key of two settings stands for the one that is active in this layout.
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

    /// The built-in settings of a kind.
    public static func builtIn(_ kind: NavigatorKind) -> SettingsTable {
        switch kind {
        case .reflowableEPUB: reflowableEPUB
        case .fixedEPUB: fixedEPUB
        case .pdf: pdf
        case .image: image
        case .audio: audio
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
    private static let audio = SettingsTable(kind: .audio, audioRows)
    private static let tts = SettingsTable(kind: .tts, ttsRows)
    private static let pspdfkit = SettingsTable(kind: .pspdfkit, pspdfkitRows)
    private static let pdfium = SettingsTable(kind: .pdfium, pdfiumRows)
    private static let exoplayer = SettingsTable(kind: .exoplayer, exoplayerRows)

    public func adding(_ custom: [SettingDefinition]) -> SettingsTable {
        custom.isEmpty ? self : SettingsTable(kind: kind, definitions + custom)
    }

    /// With the rules of the style sheets that the host uses.
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

    /// For a view that shows vertical text in pages, too: the text need not scroll, and has one column.
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

    /// The built-in settings of all kinds that have this key.
    static func everywhere(_ key: String) -> [SettingDefinition] {
        NavigatorKind.allCases.compactMap { kind in
            let table = builtIn(kind)
            return table.row(key).map { table.definitions[$0] }
        }
    }

    public var count: Int { definitions.count }

    /// The first of some values that a setting can take here; nil also when this kind of navigator has no such setting.
    func attainable(_ key: String, _ values: [JSON]) -> (row: Int, value: JSON)? {
        guard let row = row(key) else { return nil }
        let value = values.first { value in
            if case .value(value) = definitions[row].reading(of: value) { return true }
            return false
        }
        return value.map { (row, $0) }
    }

    /// The row of a current key.
    public func row(_ key: String) -> Int? { rows[ExactText(key)] }

    /// The row that an older key stands for today.
    public func row(older key: String) -> Int? { olderRows[ExactText(key)] }

    /// The row that a key stands for, whatever its age.
    public func anyRow(_ key: String) -> Int? { row(key) ?? row(older: key) }

    /// Whether a setting is one for this layout.
    func suitsLayout(_ row: Int) -> Bool {
        definitions[row].requires.allSatisfy { SettingsTable.holds($0, in: kind) }
    }

    /// Whether a condition on the layout holds, which never changes.
    static func holds(_ condition: Condition, in kind: NavigatorKind) -> Bool {
        if case .layout(let layout) = condition { return kind.layout == layout }
        return true
    }
}
