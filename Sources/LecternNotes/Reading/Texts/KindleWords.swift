// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Words used by Kindles in several languages, in lower case.
enum KindleWords {
    private static let kinds: [(kind: Note.Kind, words: [String])] = [
        (
            .bookmark,
            [
                "bookmark", "lesezeichen", "signet", "marcador", "segnalibro", "bladwijzer", "закладк", "书签", "書籤",
                "ブックマーク", "zakładk", "bokmärke", "북마크", "책갈피", "yer işareti", "yer imi", "बुकमार्क",
            ]
        ),
        (
            .highlight,
            [
                "highlight", "markierung", "surlign", "subrayado", "evidenziazione", "destaque", "markering", "выделен",
                "标注", "標註", "ハイライト", "podkreśl", "clip", "하이라이트", "vurgu", "हाइलाइट",
            ]
        ),
        (.note, notes),
    ]
    static let notes = [
        "note", "notiz", "nota", "notitie", "заметк", "笔记", "筆記", "メモ", "notatk", "anteckning", "메모", "नोट",
    ]
    static let pages = [
        "page", "seite", "página", "pagina", "ページ", "页", "頁", "стр", "strona", "stronie", "sida", "페이지", "sayfa",
        "पृष्ठ",
    ]
    /// What a Kindle writes in place of a text that it may not copy, in angle brackets.
    private static let limits = [
        "clipping limit", "límite de recortes", "limite de recortes", "markierungslimit", "剪贴上限", "剪贴限制", "クリップの上限",
        "クリップ上限",
    ]

    static let months: [[String]] = [
        [
            "january", "januar", "janvier", "enero", "gennaio", "janeiro", "januari", "января", "stycznia", "ocak",
        ],
        [
            "february", "februar", "février", "febrero", "febbraio", "fevereiro", "februari", "февраля", "lutego",
            "şubat",
        ],
        ["march", "märz", "mars", "marzo", "março", "maart", "марта", "marca", "mart"],
        ["april", "avril", "abril", "aprile", "апреля", "kwietnia", "nisan"],
        ["may", "mai", "mayo", "maggio", "maio", "mei", "мая", "maja", "maj", "mayıs"],
        ["june", "juni", "juin", "junio", "giugno", "junho", "июня", "czerwca", "haziran"],
        ["july", "juli", "juillet", "julio", "luglio", "julho", "июля", "lipca", "temmuz"],
        ["august", "août", "agosto", "augustus", "августа", "sierpnia", "augusti", "ağustos"],
        ["september", "septembre", "septiembre", "settembre", "setembro", "сентября", "września", "eylül"],
        ["october", "oktober", "octobre", "octubre", "ottobre", "outubro", "октября", "października", "ekim"],
        ["november", "novembre", "noviembre", "novembro", "ноября", "listopada", "kasım"],
        ["december", "dezember", "décembre", "diciembre", "dicembre", "dezembro", "декабря", "grudnia", "aralık"],
    ]
    static let afternoons = ["pm", "p.m.", "下午", "午後", "오후"]
    static let mornings = ["am", "a.m.", "上午", "午前", "오전"]

    /// Returns the kind that a part of a line names, in lower case.
    static func kind(in part: String) -> Note.Kind? {
        kinds.first { $0.words.contains(where: part.holds) }?.kind
    }

    /// Removes the message that a text may not be copied, which is the last line.
    static func withoutLimit(_ text: String) -> String {
        let start = text.utf8.lastIndex(of: 0x0A).map(text.utf8.index(after:)) ?? text.utf8.startIndex
        let line = String(text[start...]).trimmed
        guard line.utf8.first == UInt8(ascii: "<"), line.utf8.last == UInt8(ascii: ">"),
            limits.contains(where: line.lowercased().holds)
        else { return text }
        return String(text[..<start]).trimmed
    }
}
