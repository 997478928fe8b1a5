// SPDX-License-Identifier: BSD-3-Clause

/// Languages of speech engines, by the names used for sorting: English, since the library knows no locales.
enum SpokenLanguages {
    /// By primary language; `home` is the region whose accent is sorted first.
    static let byBase: [String: (name: String, home: String)] = [
        "ar": ("Arabic", "eg"), "bg": ("Bulgarian", "bg"), "bn": ("Bangla", "bd"), "ca": ("Catalan", "es"),
        "cs": ("Czech", "cz"), "cy": ("Welsh", "gb"), "da": ("Danish", "dk"), "de": ("German", "de"),
        "el": ("Greek", "gr"), "en": ("English", "us"), "es": ("Spanish", "es"), "et": ("Estonian", "ee"),
        "eu": ("Basque", "es"), "fa": ("Persian", "ir"), "fi": ("Finnish", "fi"), "fr": ("French", "fr"),
        "ga": ("Irish", "ie"), "gl": ("Galician", "es"), "gu": ("Gujarati", "in"), "he": ("Hebrew", "il"),
        "hi": ("Hindi", "in"), "hr": ("Croatian", "hr"), "hu": ("Hungarian", "hu"), "hy": ("Armenian", "am"),
        "id": ("Indonesian", "id"), "is": ("Icelandic", "is"), "it": ("Italian", "it"), "ja": ("Japanese", "jp"),
        "ka": ("Georgian", "ge"), "kk": ("Kazakh", "kz"), "km": ("Khmer", "kh"), "kn": ("Kannada", "in"),
        "ko": ("Korean", "kr"), "lt": ("Lithuanian", "lt"), "lv": ("Latvian", "lv"), "mk": ("Macedonian", "mk"),
        "ml": ("Malayalam", "in"), "mr": ("Marathi", "in"), "ms": ("Malay", "my"), "nb": ("Norwegian Bokmål", "no"),
        "ne": ("Nepali", "np"), "nl": ("Dutch", "nl"), "no": ("Norwegian", "no"), "pa": ("Punjabi", "in"),
        "pl": ("Polish", "pl"), "pt": ("Portuguese", "br"), "ro": ("Romanian", "ro"), "ru": ("Russian", "ru"),
        "sk": ("Slovak", "sk"), "sl": ("Slovenian", "si"), "sq": ("Albanian", "al"), "sr": ("Serbian", "rs"),
        "sv": ("Swedish", "se"), "sw": ("Swahili", "tz"), "ta": ("Tamil", "in"), "te": ("Telugu", "in"),
        "th": ("Thai", "th"), "tr": ("Turkish", "tr"), "uk": ("Ukrainian", "ua"), "ur": ("Urdu", "pk"),
        "vi": ("Vietnamese", "vn"), "yue": ("Cantonese", "hk"), "zh": ("Chinese", "cn"), "zu": ("Zulu", "za"),
    ]

    static let regions: [String: String] = [
        "ae": "United Arab Emirates", "al": "Albania", "am": "Armenia", "ar": "Argentina", "at": "Austria",
        "au": "Australia", "bd": "Bangladesh", "be": "Belgium", "bg": "Bulgaria", "br": "Brazil", "ca": "Canada",
        "ch": "Switzerland", "cl": "Chile", "cn": "China", "co": "Colombia", "cz": "Czechia", "de": "Germany",
        "dk": "Denmark", "ee": "Estonia", "eg": "Egypt", "es": "Spain", "fi": "Finland", "fr": "France",
        "gb": "United Kingdom", "ge": "Georgia", "gr": "Greece", "hk": "Hong Kong", "hr": "Croatia", "hu": "Hungary",
        "id": "Indonesia", "ie": "Ireland", "il": "Israel", "in": "India", "ir": "Iran", "is": "Iceland",
        "it": "Italy", "jp": "Japan", "ke": "Kenya", "kh": "Cambodia", "kr": "South Korea", "kz": "Kazakhstan",
        "lt": "Lithuania", "lu": "Luxembourg", "lv": "Latvia", "ma": "Morocco", "mk": "North Macedonia",
        "mx": "Mexico", "my": "Malaysia", "ng": "Nigeria", "nl": "Netherlands", "no": "Norway", "np": "Nepal",
        "nz": "New Zealand", "pe": "Peru", "ph": "Philippines", "pk": "Pakistan", "pl": "Poland", "pt": "Portugal",
        "ro": "Romania", "rs": "Serbia", "ru": "Russia", "sa": "Saudi Arabia", "se": "Sweden", "sg": "Singapore",
        "si": "Slovenia", "sk": "Slovakia", "th": "Thailand", "tr": "Turkey", "tw": "Taiwan", "tz": "Tanzania",
        "ua": "Ukraine", "us": "United States", "ve": "Venezuela", "vn": "Vietnam", "za": "South Africa",
    ]
}
