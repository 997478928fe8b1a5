// SPDX-License-Identifier: BSD-3-Clause

/// The canonical form of language tags (RFC 5646, 4.5), as far as the language itself is concerned.
extension LanguageTag {
    /// Returns the language tag that the text means, or nil if it is none.  Underscores become hyphens, as do those of
    /// locales of POSIX ("en_US.UTF-8"), and a language has its shortest and current code ("eng" and "iw" are "en" and
    /// "he").
    public static func canonical(_ text: String) -> String? {
        let locale = text.trimmed.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }
        let hyphenated = locale.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        guard let tag = wellFormed(String(decoding: hyphenated, as: UTF8.self)) else { return nil }
        let language = tag.utf8.prefix { $0 != UInt8(ascii: "-") }
        let code = String(Substring(language)).asciiLowercased
        let current = currentLanguage(code)
        return current == code ? tag : current + String(Substring(tag.utf8.dropFirst(language.count)))
    }

    /// Returns the code of two letters for a code of three, if there is one, and the current code for a deprecated one.
    ///
    /// - Parameter code: in lower case.
    static func currentLanguage(_ code: String) -> String {
        switch code {
        case "iw": "he"
        case "in": "id"
        case "ji": "yi"
        case "jw": "jv"
        case "mo": "ro"
        default: code.utf8.count == 3 ? shortCodes[code] ?? code : code
        }
    }

    private static let shortCodes = Dictionary(
        table.words.map { (String($0.prefix(3)), String($0.dropFirst(3))) }, uniquingKeysWith: { first, _ in first })

    /// Each word is a code of ISO 639-2, for terminology or for bibliographies, and its code in ISO 639-1.
    private static let table = """
        aaraa abkab afraf akaak albsq amham araar argan armhy asmas avaav aveae aymay azeaz bakba bambm
        baqeu belbe benbn bihbh bisbi bodbo bosbs brebr bulbg burmy catca cescs chach chece chizh chucu
        chvcv corkw cosco crecr cymcy czecs danda deude divdv dutnl dzodz ellel engen epoeo estet euseu
        eweee faofo fasfa fijfj finfi frafr frefr fryfy fulff geoka gerde glagd glega glggl glvgv greel
        grngn gujgu hatht hauha hebhe herhz hinhi hmoho hrvhr hunhu hyehy iboig iceis idoio iiiii ikuiu
        ileie inaia indid ipkik islis itait javjv jpnja kalkl kankn kasks katka kaukr kazkk khmkm kikki
        kinrw kirky komkv konkg korko kuakj kurku laolo latla lavlv limli linln litlt ltzlb lublu luglg
        macmk mahmh malml maomi marmr mayms mkdmk mlgmg mltmt molro monmn mrimi msams myamy nauna navnv
        nblnr ndend ndong nepne nldnl nnonn nobnb norno nyany ocioc ojioj orior ormom ossos panpa perfa
        plipi polpl porpt pusps quequ rohrm ronro rumro runrn rusru sagsg sansa sccsr scrhr sinsi slksk
        slosk slvsl smese smosm snasn sndsd somso sotst spaes sqisq srdsc srpsr sswss sunsu swasw swesv
        tahty tamta tattt telte tgktg tgltl thath tibbo tirti tonto tsntn tsots tuktk turtr twitw uigug
        ukruk urdur uzbuz venve vievi volvo welcy wlnwa wolwo xhoxh yidyi yoryo zhaza zhozh zulzu
        """
}
