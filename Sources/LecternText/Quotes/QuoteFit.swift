// SPDX-License-Identifier: BSD-3-Clause

/// What became of the text of a query.
public enum QuoteFit: Sendable {
    /// It is at the place, white space aside.
    case exact
    /// It is at several places, and nothing in the query decides between them.  The place is the first of them.
    case ambiguous
    /// A similar text is at the place.
    case changed
    /// It has been left out or rewritten.  The place is where it was, by what is left of it and by the text around.
    case nearby
    /// It is not in the publication, or cannot be told from similar texts.  The place is a guess.
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
