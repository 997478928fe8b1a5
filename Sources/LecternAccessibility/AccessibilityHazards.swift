// SPDX-License-Identifier: BSD-3-Clause

/// A kind of hazard, with its schema.org accessibilityHazard terms and the statement for each.
private struct Hazard {
    enum Presence: CaseIterable {
        case present, unknown, absent
    }

    let terms: [Presence: String]
    let statements: [Presence: AccessibilityStatement]

    static let all = [
        Hazard(
            terms: [.present: "flashing", .unknown: "unknownFlashingHazard", .absent: "noFlashingHazard"],
            statements: [.present: .flashing, .unknown: .flashingUnknown, .absent: .flashingAbsent]),
        Hazard(
            terms: [
                .present: "motionSimulation", .unknown: "unknownMotionSimulationHazard",
                .absent: "noMotionSimulationHazard",
            ],
            statements: [.present: .motion, .unknown: .motionUnknown, .absent: .motionAbsent]),
        Hazard(
            terms: [.present: "sound", .unknown: "unknownSoundHazard", .absent: "noSoundHazard"],
            statements: [.present: .sound, .unknown: .soundUnknown, .absent: .soundAbsent]),
    ]
}

extension AccessibilityDialect {
    /// Returns the statements for a set of hazard terms; empty if nothing is known.
    ///
    /// In the W3C's rules, "none" and "unknown" take precedence, even over a named hazard.  In Readium's, they apply
    /// only to kinds of hazards without a term of their own, so that no hazard is concealed.
    func hazards(_ terms: Set<String>) -> [AccessibilityStatement] {
        let found = Hazard.all.map { hazard in
            let own = Hazard.Presence.allCases.filter { hazard.terms[$0].map(terms.contains) ?? false }
            return self == .readium ? Self.certain(own, terms) : own
        }
        if found.allSatisfy({ $0.contains(.absent) }) || self == .w3c && terms.contains("none") {
            return [.hazardsAbsent]
        }
        if found.allSatisfy({ $0.contains(.unknown) }) || self == .w3c && terms.contains("unknown") {
            return [.hazardsUnknown]
        }
        return Hazard.Presence.allCases.flatMap { presence in
            zip(Hazard.all, found).compactMap { $1.contains(presence) ? $0.statements[presence] : nil }
        }
    }

    /// Resolves contradicting terms in favour of the warning; without a term, "none" and "unknown" apply.
    private static func certain(_ own: [Hazard.Presence], _ terms: Set<String>) -> [Hazard.Presence] {
        if own.contains(.present) { return [.present] }
        if own.contains(.absent) { return [.absent] }
        if own.contains(.unknown) { return [.unknown] }
        return terms.contains("none") ? [.absent] : terms.contains("unknown") ? [.unknown] : []
    }
}
