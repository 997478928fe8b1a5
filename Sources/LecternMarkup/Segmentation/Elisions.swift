// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The words of a language whose last vowel is dropped before another word, such as "l’".
///
/// UAX #29 does not split them from the next word.  Only a list can tell them from words such as "aujourd’hui".
public struct Elisions: Sendable {
    private let words: [[UInt8]]

    /// The words without their apostrophes, by primary language subtag.
    private static let table: [String: [[UInt8]]] = [
        "fr": "c d j l m n s t ç Ç qu jusqu lorsqu puisqu quoiqu",
        "it":
            "c d l m n s t v gl un anch bell com coll cos dall dell dov all nell quand quell quest sant senz sull tutt",
        "ca": "d l m n s t",
        "oc": "c d l m n s t qu",
    ].mapValues { $0.split(separator: " ").map { Array($0.utf8) } }

    /// The elisions of all the languages; nil if they have none.
    public init?(languages: [String]) {
        words = languages.flatMap { language in
            Elisions.table[String(language.prefix { $0 != "-" && $0 != "_" }).asciiLowercased] ?? []
        }
        if words.isEmpty { return nil }
    }

    /// The maximum length in bytes, without the apostrophe.
    private static let longest = 8

    /// The end of the elision at the start of a word, including its apostrophe; nil if there is none.
    func end(in text: UnsafeBufferPointer<UInt8>, _ word: Range<Int>) -> Int? {
        var at = word.lowerBound
        while at < word.upperBound, at - word.lowerBound <= Elisions.longest,
            let (scalar, count) = UTF8Scalar.decode(text, at: at)
        {
            if WordBoundary.isApostrophe(scalar) {
                guard at + count < word.upperBound else { return nil }
                return isOne(text[word.lowerBound..<at]) ? at + count : nil
            }
            at += count
        }
        return nil
    }

    /// Whether the word before an apostrophe is an elision.
    func isOne(endingAt end: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = end
        while end - start <= Elisions.longest, let (scalar, count) = UTF8Scalar.decode(text, before: start),
            WordBoundary.isPartOfWord(scalar)
        { start -= count }
        return isOne(text[start..<end])
    }

    private func isOne(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        words.contains { $0.elementsEqual(word.lazy.map(ASCII.lowercased)) }
    }
}
