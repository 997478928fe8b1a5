// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The abbreviations of a language that end with a full stop and rarely end a sentence.
public struct Abbreviations: Sendable {
    private let words: [[UInt8]]
    /// Those after which only a number continues the sentence, such as months.
    private let wordsBeforeNumbers: [[UInt8]]
    /// Whether a number of one or two digits before a full stop is an ordinal.
    private let hasOrdinals: Bool

    /// Titles, and words that never end a sentence, by primary language subtag.
    private static let table: [String: (words: String, beforeNumbers: String, hasOrdinals: Bool)] = [
        "en": (
            "Mr Mrs Ms Messrs Dr Prof Rev Hon St Gen Col Capt Lt Sgt Maj Gov Sen Rep Mt Ft vs cf viz e.g i.e Vol Fig p"
                + " pp al",
            "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec No Nos no nos ch Ch sec Sec art Art pt Pt l ll", false
        ),
        "de": (
            "z z._B z.B d d._h d.h u u._a u.a bzw ca Dr Prof Hr Fr Nr St vgl evtl ggf Abs Bd Hrsg geb gest Mio Mrd sog",
            "Jan Feb Apr Aug Sept Okt Nov Dez Kap Art S", true
        ),
        "fr": (
            "M MM Mlle Dr Pr St Ste av env cf art vol chap p pp ex", "janv févr avr juil sept oct nov déc no nos fig",
            false
        ),
        "es": (
            "Sr Sra Srta Dr Dra Ud Uds D Dña pág núm vol cap art Lic Ing Prof",
            "ene feb mar abr may jun jul ago sept oct nov dic fig", false
        ),
        "it": (
            "Sig Dott Prof Avv Ing pag cap vol art", "gen feb mar apr mag giu lug ago sett ott nov dic n fig", false
        ),
    ]

    init?(language: String?) {
        guard let base = language?.prefix(while: { $0 != "-" && $0 != "_" }),
            let row = Abbreviations.table[String(base).asciiLowercased]
        else { return nil }
        words = Abbreviations.list(row.words)
        wordsBeforeNumbers = Abbreviations.list(row.beforeNumbers)
        hasOrdinals = row.hasOrdinals
    }

    /// All of them (schema `web-speech`), with plain spaces.
    public static func write(to json: inout JSONWriter) {
        json.beginObject()
        for (language, row) in table.sorted(by: { $0.key < $1.key }) {
            json.key(named: language)
            json.beginObject()
            for (member, words) in [("words", row.words), ("beforeNumbers", row.beforeNumbers)] {
                json.key(named: member)
                json.strings(list(words).map { String(decoding: $0, as: UTF8.self) })
            }
            json.member("hasOrdinals", row.hasOrdinals)
            json.endObject()
        }
        json.endObject()
    }

    private static func list(_ words: String) -> [[UInt8]] {
        words.split(separator: " ").map { $0.utf8.map { $0 == 0x5F ? 0x20 : $0 } }
    }

    /// Whether the text before a full stop is a known abbreviation, the initial of a name, or an ordinal number.
    func end(_ text: UnsafeBufferPointer<UInt8>, at stop: Int) -> Bool {
        if isInitial(text, stop) || hasOrdinals && isOrdinal(text, stop) { return true }
        return Abbreviations.isOne(of: words, text, stop)
            || isBeforeNumber(text, stop) && Abbreviations.isOne(of: wordsBeforeNumbers, text, stop)
    }

    private static func isOne(of words: [[UInt8]], _ text: UnsafeBufferPointer<UInt8>, _ stop: Int) -> Bool {
        words.contains { word in
            stop >= word.count && text[(stop - word.count)..<stop].elementsEqual(word)
                && begins(text, at: stop - word.count)
        }
    }

    /// Whether a number follows the full stop.
    private func isBeforeNumber(_ text: UnsafeBufferPointer<UInt8>, _ stop: Int) -> Bool {
        text[(stop + 1)...].prefix(8).first { !ASCII.isSpace($0) }.map(ASCII.isDigit) ?? false
    }

    private func isInitial(_ text: UnsafeBufferPointer<UInt8>, _ stop: Int) -> Bool {
        guard let (letter, count) = UTF8Scalar.decode(text, before: stop), letter != "I" else { return false }
        return letter.properties.isUppercase && Abbreviations.begins(text, at: stop - count)
    }

    private func isOrdinal(_ text: UnsafeBufferPointer<UInt8>, _ stop: Int) -> Bool {
        let digits = text[max(0, stop - 3)..<max(0, stop)].reversed().prefix(while: ASCII.isDigit).count
        return (1...2).contains(digits) && Abbreviations.begins(text, at: stop - digits)
    }

    private static func begins(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard let (scalar, _) = UTF8Scalar.decode(text, before: offset) else { return true }
        return !BreakTable.shared[scalar].isOfWords
    }
}
