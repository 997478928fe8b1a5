// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What kind of publication a navigator presents; it decides which table of settings applies.
package enum NavigatorKind: Sendable, CaseIterable {
    case reflowableEPUB
    case fixedEPUB

    /// By the name that `lectern_preferences_new` takes: "reflowable", "fixed".
    package init?(kind name: String) {
        guard let found = NavigatorKind.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    package init(layout: Layout) {
        switch layout {
        case .reflowable, .scrolled: self = .reflowableEPUB
        case .fixed: self = .fixedEPUB
        }
    }

    package var name: String {
        switch self {
        case .reflowableEPUB: "reflowable"
        case .fixedEPUB: "fixed"
        }
    }

    /// The member `navigator` of the settings.
    package var navigator: String {
        switch self {
        case .reflowableEPUB, .fixedEPUB: "epub"
        }
    }

    /// Nil for publications without pages, such as an audiobook.
    package var layout: Layout? {
        switch self {
        case .reflowableEPUB: .reflowable
        case .fixedEPUB: .fixed
        }
    }
}
