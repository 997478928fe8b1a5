// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension SettingsEngine {
    /// Changes other preferences until the conditions of a setting hold.
    ///
    /// Fails without a change if a condition cannot be satisfied by preferences, such as one on the layout.
    func activate(_ row: Int, in preferences: inout Preferences) throws(Failure) {
        var changed = preferences
        var walk = Walk()
        do throws(Failure) {
            try satisfy(row, in: &changed, &walk)
        } catch {
            throw error.within(JSONPointer.text([table.definitions[row].key])).within("preferences")
        }
        preferences = changed
    }

    /// The progress of an activation.  The built-in conditions form chains of two settings; those of a host can be
    /// longer.
    private struct Walk {
        static let maxDepth = 32
        static let maxSteps = 4000
        /// The rows whose conditions are being satisfied; these rows keep their values.
        var waiting: [Int] = []
        /// The number of times that all settings have been computed.
        var steps = 0

        var isTooLong: Bool { waiting.count >= Walk.maxDepth || steps > Walk.maxSteps }
    }

    private func satisfy(_ row: Int, in preferences: inout Preferences, _ walk: inout Walk) throws(Failure) {
        var unmet = unmet(row, preferences, &walk)
        if unmet.isEmpty { return }
        // Preferences cannot change the layout.  The script may depend on settings that are about to change.
        if let impossible = unmet.first(where: \.isAboutLayout) { throw inactive(row, impossible) }
        guard !walk.isTooLong else { throw Failure(.limit, "The settings depend on each other in too many ways.") }
        walk.waiting.append(row)
        defer { walk.waiting.removeLast() }
        // Satisfying one condition may satisfy a later one, or break an earlier one: a Japanese book that no longer
        // progresses from top to bottom becomes vertical again.  So the conditions are checked one by one, and all of
        // them twice.
        let requires = table.definitions[row].requires
        var chosen: [(row: Int, condition: Condition)] = []
        var met: [(row: Int, condition: Condition)] = []
        for (turn, condition) in (requires + requires).enumerated() {
            if turn == requires.count { met = chosen }
            // Use the first alternative that this navigator supports.
            guard unmet.contains(condition),
                let (other, first) = condition.wanted.lazy.compactMap({ self.table.attainable($0, $1) }).first,
                !walk.waiting.contains(other), !chosen.contains(where: { $0.condition == condition })
            else { continue }
            // Prefer the value without a preference, if it is acceptable: a right-to-left book becomes right-to-left
            // again.
            preferences[other] = .null
            let value = settings(preferences)[table.definitions[other].key]
            let isWanted = condition.wanted.contains { table.row($0.key) == other && $0.values.contains(value) }
            preferences[other] = isWanted ? value : first
            // The value only takes effect if the other setting is active.
            do throws(Failure) {
                try satisfy(other, in: &preferences, &walk)
            } catch {
                throw error.within(JSONPointer.text([table.definitions[other].key])).within(condition.text)
            }
            chosen.append((other, condition))
            unmet = self.unmet(row, preferences, &walk)
        }
        // Fail if satisfying later conditions has undone the effect of earlier ones.
        for (other, condition) in met
        where chosen.count > met.count
            && self.unmet(other, preferences, &walk).contains(where: { !isAbout(walk.waiting, $0) })
        {
            throw inactive(row, condition)
        }
        // In a cycle of conditions, the first row keeps its value.
        let waiting = walk.waiting.count > 1 ? walk.waiting : []
        if let left = unmet.first(where: { !isAbout(waiting, $0) }) { throw inactive(row, left) }
    }

    private func isAbout(_ rows: [Int], _ condition: Condition) -> Bool {
        condition.wanted.contains { wanted in table.row(wanted.key).map(rows.contains) ?? false }
    }

    private func unmet(_ row: Int, _ preferences: Preferences, _ walk: inout Walk) -> [Condition] {
        walk.steps += 1
        return settings(preferences).unmet(row).filter { $0.isAboutOthers && !isElsewhere($0) }
    }

    /// Whether the condition is a layout that other resources of the publication have.
    private func isElsewhere(_ condition: Condition) -> Bool {
        if case .layout(let layout) = condition { return traits.layouts.count > 1 && traits.layouts.contains(layout) }
        return false
    }

    private func inactive(_ row: Int, _ condition: Condition) -> Failure {
        Failure(.unsupported, labels.impossible(row, condition), path: [condition.text])
    }
}
