// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// The JSON of settings.
@Suite struct SettingsDocumentTests {
    @Test func fontSize() throws {
        let document = try document(settings(#"{"fontSize":1.2}"#))
        #expect(document.object?.keys == ["navigator", "layout", "settings", "ignored"])
        #expect(document.object?["ignored"] == [])
        #expect(document.object?["navigator"] == "epub")
        #expect(document.object?["layout"] == "reflowable")
        #expect(
            text(document.object?["settings"]?.object?["fontSize"] ?? nil)
                == #"{"key":"fontSize","type":"percent","value":1.2,"preference":1.2,"effectiveValue":1.2,"displayValue":1.2,"default":1.0,"#
                + #""origin":"preference","isActive":true,"isEffective":true,"requires":[],"unmet":[],"reasons":[],"#
                + #""hint":null,"scope":"shared","invalidatesPagination":false,"reflows":true,"range":{"min":0.1,"max":5.0},"step":0.1,"#
                + #""stops":null,"stepCount":50,"values":null,"#
                + #""label":"Font size","valueLabel":"120%","valueLabels":null}"#)
    }

    @Test func sameMembersEverywhere() throws {
        for traits in books {
            let document = try document(settings("{}", traits))
            #expect(document.object?["layout"] == .string(traits.layout.rawValue))
            let all = try #require(document.object?["settings"]?.object)
            #expect(all.count == EPUBTableTests.rows.count)
            for member in all.members {
                #expect(member.value.object?.keys == all.members[0].value.object?.keys)
                #expect(member.value.object?["key"] == .string(member.key))
                let values = member.value.object?["values"]?.array
                #expect(member.value.object?["valueLabels"]?.array?.count == values?.count)
                #expect(values.map { !$0.isEmpty } ?? true)
            }
        }
    }

    @Test func whatTheHostAndTheBookOffer() throws {
        let traits = PublicationTraits(languages: ["fr", "en"])
        let document = try document(
            settings("{}", traits, options: #"{"fonts":[{"family":"Literata"},{"family":"Inter"}]}"#))
        let all = document.object?["settings"]?.object
        #expect(
            all?["fontFamily"]?.object?["values"] == [
                "publisher", "Literata", "Inter", "serif", "sans-serif", "monospace",
            ])
        #expect(
            all?["fontFamily"]?.object?["valueLabels"] == [
                "Original", "Literata", "Inter", "Serif", "Sans serif", "Monospace",
            ])
        #expect(all?["fontFamily"]?.object?["valueLabel"] == "Original")
        #expect(all?["language"]?.object?["values"] == ["fr", "en"])
        #expect(all?["language"]?.object?["valueLabel"] == "fr")
    }

    static let shown = #"{"theme":"sepia","fontSize":1.2,"lineHeight":1.25,"scroll":true,"textAlign":"justify"}"#

    @Test(arguments: [
        ("en", ["Theme", "Sepia", "120%", "1.25 lines", "On", "Original"]),
        ("EN-gb", ["Theme", "Sepia", "120%", "1.25 lines", "On", "Original"]),
        ("fr", ["Thème", "Sépia", "120\u{202F}%", "1,25 lignes", "Oui", "D’origine"]),
        ("de-AT", ["Design", "Sepia", "120\u{A0}%", "1,25 Zeilen", "Ein", "Original"]),
        ("es", ["Tema", "Sepia", "120\u{A0}%", "1,25 líneas", "Sí", "Original"]),
        ("ar", ["السمة", "بني داكن", "120\u{200E}%\u{200E}", "1.25 أسطر", "مفعّل", "أصلية"]),
        ("ja", ["テーマ", "セピア", "120%", "1.25行", "オン", "元のまま"]),
        ("tlh", ["Theme", "Sepia", "120%", "1.25 lines", "On", "Original"]),
    ]) func labels(_ locale: String, _ expected: [String]) throws {
        let document = try document(settings(SettingsDocumentTests.shown, options: #"{"locale":"\#(locale)"}"#))
        let all = try #require(document.object?["settings"]?.object)
        func label(_ key: String) -> JSON? { all[key]?.object?["valueLabel"] }
        let found = [
            all["theme"]?.object?["label"], label("theme"), label("fontSize"), label("lineHeight"), label("scroll"),
            all["textAlign"]?.object?["valueLabels"]?.array?.first,
        ]
        #expect(found == expected.map(JSON.string))
    }

    /// Every translation has all strings that English has.
    @Test(arguments: ["fr", "de", "es", "ar", "ja"]) func translationsAreComplete(_ locale: String) throws {
        func all(_ locale: String) throws -> [JSONObject] {
            let document = try document(settings("{}", PublicationTraits(), options: #"{"locale":"\#(locale)"}"#))
            return document.object?["settings"]?.object?.members.compactMap(\.value.object) ?? []
        }
        // Words that are the same in both languages.
        let same = Set(["Images", "Ligatures", "Normal", "Original", "Sepia", "No"])
            .union(locale == "fr" ? ["Orientation", "Portrait", "Volume"] : [])
        for (english, translated) in zip(try all("en"), try all(locale)) {
            let labels = [english["label"]] + (english["valueLabels"]?.array ?? [])
            let others = [translated["label"]] + (translated["valueLabels"]?.array ?? [])
            #expect(labels.count == others.count)
            for (label, other) in zip(labels, others) where label == other {
                #expect(same.contains(label?.string ?? ""), "\(locale) \(label?.string ?? "")")
            }
        }
    }

    @Test(arguments: [
        (0.0, "0%", "0"), (0.1, "10%", "0.1"), (1.0, "100%", "1"), (1.15, "115%", "1.15"), (1.125, "112%", "1.125"),
        (1.135, "114%", "1.135"), (2.55, "255%", "2.55"), (0.1234567, "12%", "0.12346"), (12.0, "1200%", "12"),
        (-0.5, "-50%", "-0.5"), (0.000001, "0%", "0"),
    ]) func numbers(_ value: Double, _ percent: String, _ decimal: String) {
        #expect(ValueFormat.percent.text(value) == percent)
        #expect(ValueFormat.decimal(maximum: 5).text(value) == decimal)
    }

    @Test func units() {
        #expect(ValueFormat.decimal(minimum: 1, maximum: 1, unit: .points).text(8) == "8.0 pt")
        #expect(ValueFormat.decimal(maximum: 2, unit: .times).text(1.25) == "1.25x")
        #expect(ValueFormat.percent.text(1e300) == "1e+302%")
    }
}
