// SPDX-License-Identifier: BSD-3-Clause

/// The handle types of lectern.h.  The raw value is the first part of a ticket; 0 is not used, so that NULL is never
/// a valid ticket.
enum HandleKind: UInt8, CaseIterable, Sendable {
    case context = 1
    case publication, resource, cursor, navigator, preferences, subscription, buffer, error, store

    /// Whether functions that take such a handle may call the host.
    var leadsToCallbacks: Bool {
        switch self {
        case .publication, .resource, .cursor, .navigator, .preferences, .store: true
        default: false
        }
    }

    /// The name in messages and in `lectern_live_handles`.
    var name: String {
        switch self {
        case .context: "context"
        case .publication: "publication"
        case .resource: "resource"
        case .cursor: "cursor"
        case .navigator: "navigator"
        case .preferences: "preferences"
        case .subscription: "subscription"
        case .buffer: "buffer"
        case .error: "error"
        case .store: "store"
        }
    }
}

/// An object that a handle can refer to.
protocol HandleTarget: AnyObject, Sendable {
    static var handleKind: HandleKind { get }
}
