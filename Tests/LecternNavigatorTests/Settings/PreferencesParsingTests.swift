// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// Stored preferences are parsed leniently, and written in one form; unusable values are kept unchanged.
@Suite struct PreferencesParsingTests {
    func parse(_ text: String, _ kind: NavigatorKind = .reflowableEPUB) throws -> (String, [Warning]) {
        let parsed = try Preferences.parse(json(text), table: .builtIn(kind))
        return (stored(parsed.preferences), parsed.warnings)
    }

    @Test(arguments: [
        // Older keys and values.
        (#"{"appearance":"sepia"}"#, #"{"theme":"sepia"}"#),
        (#"{"publisherDefaults":false}"#, #"{"publisherStyles":false}"#),
        (#"{"textAlignment":"justify"}"#, #"{"textAlign":"justify"}"#),
        (#"{"hyphenation":true,"ligature":false}"#, #"{"hyphens":true,"ligatures":false}"#),
        (#"{"doublePageSpread":"both"}"#, #"{"columnCount":"2"}"#),
        (#"{"doublePageSpread":"none"}"#, #"{"columnCount":"1"}"#),
        (#"{"columns":2}"#, #"{"columnCount":"2"}"#),
        (#"{"overflow":"scrolled"}"#, #"{"scroll":true}"#),
        (#"{"overflow":"paginated"}"#, #"{"scroll":false}"#),
        (#"{"overflow":"auto"}"#, #"{"scroll":null}"#),
        (#"{"verticalScroll":true}"#, #"{"scroll":true}"#),
        (#"{"horizontalPageMargins":1.5,"paragraphMargins":0.5}"#, #"{"paragraphSpacing":0.5,"pageMargins":1.5}"#),
        (#"{"fit":"contain","spread":"none"}"#, #"{"spread":"never","fit":"page"}"#),
        (#"{"spread":"both"}"#, #"{"spread":"always"}"#),
        (#"{"spread":"landscape"}"#, #"{"spread":"auto"}"#),
        (
            #"{"imageFilter":"none","textNormalization":"a11y"}"#,
            #"{"imageFilter":"publisher","textNormalization":true}"#
        ),
        (#"{"readingProgression":"auto"}"#, #"{"readingProgression":null}"#),
        // The current key takes precedence, regardless of order.
        (#"{"theme":"dark","appearance":"sepia"}"#, #"{"theme":"dark"}"#),
        (#"{"appearance":"sepia","theme":"dark"}"#, #"{"theme":"dark"}"#),
        (#"{"theme":null,"appearance":"sepia"}"#, #"{"theme":null}"#),
        // Encodings.
        (#"{"columnCount":1}"#, #"{"columnCount":"1"}"#),
        (#"{"columnCount":2.0}"#, #"{"columnCount":"2"}"#),
        (#"{"fontSize":2}"#, #"{"fontSize":2.0}"#),
        (#"{"fontSize":1e0}"#, #"{"fontSize":1.0}"#),
        (#"{"language":"pt_BR"}"#, #"{"language":"pt-BR"}"#),
        (#"{"fontSize":null}"#, #"{"fontSize":null}"#),
        ("{}", "{}"),
        // Always in the order of the table.
        (
            #"{"verticalText":true,"fontSize":1.2,"publisherStyles":false,"theme":"dark"}"#,
            #"{"theme":"dark","publisherStyles":false,"fontSize":1.2,"verticalText":true}"#
        ),
    ]) func accepted(_ input: String, _ output: String) throws {
        let (preferences, warnings) = try parse(input)
        #expect(preferences == output)
        #expect(warnings.isEmpty)
        #expect(try parse(output).0 == output)
    }

    @Test func doublePageSpreadOfFixedLayout() throws {
        #expect(try parse(#"{"doublePageSpread":"both"}"#, .fixedEPUB).0 == #"{"spread":"always"}"#)
        #expect(try parse(#"{"doublePageSpread":"landscape"}"#, .fixedEPUB).0 == #"{"spread":"auto"}"#)
        #expect(try parse(#"{"columns":1}"#, .fixedEPUB).0 == #"{"columnCount":"2"}"#)
    }

    @Test(arguments: [
        ("\"#fff8e0\"", "#FFF8E0"), ("\"#FFF8E0FF\"", "#FFF8E0"), ("\"#FFF8E080\"", "#FFF8E080"), ("0", "#000000"),
        ("16777215", "#FFFFFF"), ("-1", "#FFFFFF"), ("-65536", "#FF0000"),
        ("-16777216", "#000000"), ("4278190080", "#000000"), ("4294901760", "#FF0000"), ("2147418112", "#FF00007F"),
        ("-2147483648", "#00000080"), ("16776960.0", "#FFFF00"),
    ]) func colors(_ input: String, _ output: String) throws {
        #expect(try parse(#"{"textColor":\#(input)}"#).0 == #"{"textColor":"\#(output)"}"#)
    }

    @Test(arguments: [
        (#"{"fontSize":"big"}"#, "preferences > /fontSize"), (#"{"fontSize":true}"#, "preferences > /fontSize"),
        (#"{"theme":"neon"}"#, "preferences > /theme"), (#"{"theme":1}"#, "preferences > /theme"),
        (#"{"appearance":"neon"}"#, "preferences > /appearance"), (#"{"scroll":"yes"}"#, "preferences > /scroll"),
        (#"{"columnCount":3}"#, "preferences > /columnCount"), (#"{"textColor":"red"}"#, "preferences > /textColor"),
        (##"{"textColor":"#12"}"##, "preferences > /textColor"),
        (#"{"textColor":4294967296}"#, "preferences > /textColor"),
        (#"{"textColor":-2147483649}"#, "preferences > /textColor"),
        (#"{"textColor":1.5}"#, "preferences > /textColor"),
        (#"{"language":"not a tag"}"#, "preferences > /language"), (#"{"language":""}"#, "preferences > /language"),
        (#"{"fontFamily":""}"#, "preferences > /fontFamily"), (#"{"fit":"fill"}"#, "preferences > /fit"),
        (#"{"foo":1}"#, "preferences > /foo"), (#"{"a/b~c":{}}"#, "preferences > /a~1b~0c"),
    ]) func ignored(_ input: String, _ path: String) throws {
        let parsed = try Preferences.parse(json(input), table: .builtIn(.reflowableEPUB))
        #expect(hasNoEffect(parsed.preferences))
        #expect(stored(parsed.preferences) == input)
        #expect(parsed.warnings.map { $0.path.joined(separator: " > ") } == [path])
    }

    @Test(arguments: [
        (#"{"fontSize":9}"#, #"{"fontSize":9.0}"#), (#"{"fontSize":-1}"#, #"{"fontSize":-1.0}"#),
        (#"{"lineHeight":1e300}"#, #"{"lineHeight":1e+300}"#), (#"{"wordSpacing":-0.0}"#, #"{"wordSpacing":0.0}"#),
    ]) func numbersOutOfRangeAreKept(_ input: String, _ output: String) throws {
        let (preferences, warnings) = try parse(input)
        #expect(preferences == output)
        #expect(warnings.count == (input.contains("-0.0") ? 0 : 1))
    }

    @Test func oneBadKeyLeavesTheOthers() throws {
        let (preferences, warnings) = try parse(#"{"fontSize":1.2,"theme":7,"nonsense":[{}],"scroll":true}"#)
        #expect(preferences == #"{"fontSize":1.2,"scroll":true,"theme":7,"nonsense":[{}]}"#)
        #expect(warnings.map(\.severity) == [.moderate, .minor])
    }

    @Test(arguments: ["[]", "1", "null", "\"theme\"", "true"]) func onlyObjects(_ input: String) throws {
        let failed = failure { _ = try parse(input) }
        #expect(failed?.status == .json)
        #expect(failed?.path == "preferences")
    }

    @Test func hugeInput() throws {
        let many = (0..<100_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let (preferences, warnings) = try parse("{\(many),\"fontSize\":2}")
        #expect(preferences == "{\"fontSize\":2.0,\(many)}")
        #expect(warnings.count == 201 && warnings.last?.message == "99800 more warnings were omitted.")
        let long = String(repeating: "x", count: 1_000_000)
        let bad = #"{"\#(long)":1,"theme":"\#(long)","language":"\#(long)"}"#
        let parsed = try Preferences.parse(json(bad), table: .builtIn(.reflowableEPUB))
        #expect(hasNoEffect(parsed.preferences))
        #expect(stored(parsed.preferences) == bad)
        // Messages do not quote the long text in full.
        #expect(parsed.warnings.map(\.severity) == [.minor, .moderate, .moderate])
        #expect(parsed.warnings.allSatisfy { $0.message.utf8.count < 200 })
    }
}
