// SPDX-License-Identifier: BSD-3-Clause

/// How the text of a query was found.
public enum QuoteFit: Sendable {
    /// The place has this text, ignoring white space.
    case exact
    /// Several places have this text, and the query does not distinguish them.  The first one is returned.
    case ambiguous
    /// The place has a similar text.
    case changed
    /// It was removed or rewritten.  The place is where it used to be, judging by its remains and its context.
    case nearby
    /// It is not in the publication, or cannot be distinguished from similar texts.  The place is a guess.
    case lost

    public var name: String {
        switch self {
        case .exact: "exact"
        case .ambiguous: "ambiguous"
        case .changed: "changed"
        case .nearby: "nearby"
        case .lost: "lost"
        }
    }
}
