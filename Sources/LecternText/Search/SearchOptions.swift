// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The options of a search (Readium, proposal 007).
public struct SearchOptions: Sendable, Equatable {
    public var caseSensitive = false
    public var diacriticSensitive = false
    public var wholeWord = false
    /// Compares character by character, including white space.  No other option applies.
    public var exact = false
    /// Whether the query is a regular expression in Perl syntax.  Of the other options, only `wholeWord` applies.
    public var regularExpression = false
    /// Whether all matches are counted before the first page is returned.
    public var count = false
    /// Whether matches have CFIs.
    public var cfi = false
    /// The language of the query; by default those of the publication.  It determines which words are whole.
    public var language: String?

    public init() {}

    public static var switches: [(names: [String], place: WritableKeyPath<SearchOptions, Bool>)] {
        [
            (["caseSensitive", "case-sensitive"], \.caseSensitive),
            (["diacriticSensitive", "diacritic-sensitive"], \.diacriticSensitive),
            (["wholeWord", "whole-word"], \.wholeWord),
            (["exact"], \.exact),
            (["regularExpression", "regex"], \.regularExpression),
            (["count"], \.count), (["cfi"], \.cfi),
        ]
    }

    /// Parses search-options; null selects the defaults.
    public init(_ json: JSONReader?) throws(Failure) {
        self.init()
        guard let json else { return }
        let rows = SearchOptions.switches
        try json.rejectUnknownMembers(rows.flatMap(\.names) + ["language"])
        for (name, member) in try json.members() {
            if let row = rows.first(where: { $0.names.contains(name) }) {
                self[keyPath: row.place] = try member.bool()
            } else {
                language = try member.string()
            }
        }
    }
}
