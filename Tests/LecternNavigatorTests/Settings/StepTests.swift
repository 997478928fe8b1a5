// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// Increments and decrements.
@Suite struct StepTests {
    /// Steps until the value no longer changes.
    func walk(_ key: String, from value: JSON, up: Bool) throws -> [JSON] {
        var draft = try draft()
        try draft.set(key, value, activate: false)
        var values = [draft.preferences[key]]
        while values.count < 1000 {
            if up { try draft.increment(key, activate: false) } else { try draft.decrement(key, activate: false) }
            let next = draft.preferences[key]
            if next == values.last { break }
            values.append(next)
        }
        return values
    }

    @Test func everyRangeFromEndToEnd() throws {
        for definition in SettingsTable.builtIn(.reflowableEPUB).definitions {
            guard let range = definition.range else { continue }
            let up = try walk(definition.key, from: .double(range.lowerBound), up: true)
            #expect(up.count == definition.progression.count(in: range), "\(definition.key)")
            let down = try walk(definition.key, from: .double(range.upperBound), up: false)
            #expect(down.last == .double(range.lowerBound))
            // All written values have few digits.
            for value in up + down { #expect(text(value).utf8.count <= 5, "\(text(value))") }
        }
    }

    @Test func tenStepsOfATenthAreOne() throws {
        var draft = try draft()
        for _ in 0..<10 { try draft.increment("letterSpacing") }
        #expect(draft.preferences["letterSpacing"] == 1.0)
        for _ in 0..<10 { try draft.decrement("letterSpacing") }
        #expect(draft.preferences["letterSpacing"] == 0.0)
    }

    @Test func decrementTakesBackIncrement() throws {
        for definition in SettingsTable.builtIn(.reflowableEPUB).definitions {
            guard let range = definition.range else { continue }
            let grid = try walk(definition.key, from: .double(range.lowerBound), up: true)
            for (lower, upper) in zip(grid, grid.dropFirst()) {
                // The last step is shorter if the range is not a multiple of the step.
                if upper == .double(range.upperBound), ["pageMargins", "verticalMargins"].contains(definition.key) {
                    continue
                }
                var draft = try draft()
                try draft.set(definition.key, upper, activate: false)
                try draft.decrement(definition.key, activate: false)
                #expect(draft.preferences[definition.key] == lower)
                try draft.increment(definition.key, activate: false)
                #expect(draft.preferences[definition.key] == upper)
            }
        }
    }

    @Test(arguments: [
        (1.0, 1.067, 1.0), (1.1, 1.125, 1.067), (1.618, 1.618, 1.5), (1.7, 1.7, 1.618), (2.0, 2.0, 1.618),
    ]) func stops(_ value: Double, _ up: Double, _ down: Double) throws {
        var draft = try draft(#"{"typeScale":\#(value)}"#)
        try draft.increment("typeScale")
        #expect(draft.preferences["typeScale"] == .double(up))
        try draft.set("typeScale", .double(value))
        try draft.decrement("typeScale")
        #expect(draft.preferences["typeScale"] == .double(down))
    }

    @Test func unsetStartsFromWhatIsShown() throws {
        var draft = try draft("{}", options: #"{"defaults":{"fontSize":1.5}}"#)
        try draft.increment("fontSize")
        try draft.increment("lineHeight")
        #expect(stored(draft.preferences) == #"{"publisherStyles":false,"fontSize":1.6,"lineHeight":1.3}"#)
    }

    @Test func enumerationsMoveAlongTheirValues() throws {
        #expect(try walk("theme", from: "light", up: true) == ["light", "dark", "sepia"])
        #expect(try walk("columnCount", from: "2", up: false) == ["2", "1", "auto"])
        #expect(
            try walk("textAlign", from: "publisher", up: true)
                == ["publisher", "start", "left", "center", "right", "justify"])
        #expect(try walk("textAlign", from: "left", up: false) == ["left", "start", "publisher"])
    }
}
