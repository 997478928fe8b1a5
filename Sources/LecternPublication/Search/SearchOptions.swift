// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What counts as the same text in a search (Readium, proposal 007).
public struct SearchOptions: Sendable, Equatable {
    public var caseSensitive = false
    public var diacriticSensitive = false
    public var wholeWord = false
    /// Character by character, white space included: nothing else counts then.
    public var exact = false
    /// In the syntax of Perl, as it is written: it says itself what counts.  Only `wholeWord` is heeded besides.
    public var regularExpression = false
    /// Whether all matches are counted before the first page is given.
    public var count = false
    /// For the host's information; no rule here depends on a language.
    public var language: String?

    public init() {}

    static var switches: [(names: [String], place: WritableKeyPath<SearchOptions, Bool>)] {
        [
            (["caseSensitive", "case-sensitive"], \.caseSensitive),
            (["diacriticSensitive", "diacritic-sensitive"], \.diacriticSensitive),
            (["wholeWord", "whole-word"], \.wholeWord),
            (["exact"], \.exact),
            (["regularExpression", "regex"], \.regularExpression),
            (["count"], \.count),
        ]
    }

    /// Reads search-options; null means the default.
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
