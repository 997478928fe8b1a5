// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

@Suite struct NavigatorOptionsTests {
    @Test func none() throws {
        let options = try NavigatorOptions.parse(nil, kind: .fixedEPUB)
        #expect(options.table.kind == .fixedEPUB)
        #expect(options.preferences.isEmpty && options.appPreferences.isEmpty && options.defaults.isEmpty)
        #expect(options.locale == "en")
        #expect(options.viewport == nil && options.fonts.isEmpty && options.decorationTemplates == nil)
        #expect(options.warnings.isEmpty)
    }

    @Test func everything() throws {
        let options = try options(
            """
            {"preferences":{"fontSize":1.2,"nope":1},"appPreferences":{"theme":"dark"},"defaults":{"scroll":"maybe"},
            "locale":"fr_CA","viewport":{"width":800,"height":1000.5},
            "fonts":[{"family":"Literata","files":[{"href":"a.woff2","weight":400,"style":"italic"},{"href":"b.woff2"}]}],
            "settings":[{"key":"acme:x","type":"toggle"}],"decorationTemplates":{"sidemark":{}}}
            """)
        #expect(stored(options.preferences) == #"{"fontSize":1.2,"nope":1}"#)
        #expect(stored(options.appPreferences) == #"{"theme":"dark"}"#)
        #expect(stored(options.defaults) == #"{"scroll":"maybe"}"#)
        #expect(options.defaults["scroll"] == .null)
        #expect(SettingsEngine(options).settings(options.preferences)["scroll"] == false)
        #expect(
            options.warnings.map { $0.path.joined(separator: " > ") } == [
                "navigator-options > /preferences/nope", "navigator-options > /defaults/scroll",
            ])
        #expect(options.locale == "fr-CA")
        #expect(options.viewport?.width == 800 && options.viewport?.height == 1000.5)
        #expect(options.fonts.map(\.family) == ["Literata"])
        #expect(options.fonts[0].files.map(\.weight) == [400, nil])
        #expect(options.fonts[0].files.map(\.style) == [.italic, nil])
        #expect(options.table.definitions.last?.key == "acme:x")
        #expect(options.decorationTemplates?.path == ["navigator-options", "/decorationTemplates"])
    }

    @Test(arguments: [
        ("[]", ""), (#"{"preference":{}}"#, "/preference"), (#"{"preferences":[]}"#, "/preferences"),
        (#"{"appPreferences":1}"#, "/appPreferences"), (#"{"defaults":[]}"#, "/defaults"),
        (#"{"locale":1}"#, "/locale"),
        (#"{"locale":"en us"}"#, "/locale"), (#"{"viewport":{"width":1}}"#, "/viewport"),
        (#"{"viewport":{"width":-1,"height":1}}"#, "/viewport/width"),
        (#"{"viewport":{"width":1,"height":1,"dpi":2}}"#, "/viewport/dpi"),
        (#"{"fonts":{}}"#, "/fonts"), (#"{"fonts":[{}]}"#, "/fonts/0"),
        (#"{"fonts":[{"family":""}]}"#, "/fonts/0/family"),
        (#"{"fonts":[{"family":"A","files":[{}]}]}"#, "/fonts/0/files/0"),
        (#"{"fonts":[{"family":"A","files":[{"href":"a","weight":1001}]}]}"#, "/fonts/0/files/0/weight"),
        (#"{"fonts":[{"family":"A","files":[{"href":"a","style":"bold"}]}]}"#, "/fonts/0/files/0/style"),
        (#"{"fonts":[{"family":"A","file":[]}]}"#, "/fonts/0/file"), (#"{"settings":{}}"#, "/settings"),
        (#"{"decorationTemplates":[]}"#, "/decorationTemplates"),
    ]) func rejected(_ text: String, _ pointer: String) throws {
        let failed = failure { _ = try options(text) }
        #expect(failed?.status == .json)
        #expect(failed?.path == (pointer.isEmpty ? "navigator-options" : "navigator-options > \(pointer)"))
    }
}
