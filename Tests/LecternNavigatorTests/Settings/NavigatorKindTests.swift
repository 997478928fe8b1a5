// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// A navigator uses the table that suits the publication, or the one that its host selects.
@Suite struct NavigatorKindTests {
    func manifest(layout: Layout? = nil, types: [String?]) -> Manifest {
        var manifest = Manifest(metadata: Metadata(title: LocalizedString("Book")))
        manifest.metadata.layout = layout
        manifest.readingOrder = types.map { Link(href: "item", type: $0) }
        return manifest
    }

    @Test(arguments: [
        (["application/pdf"], NavigatorKind.pdf), (["audio/mpeg", "audio/ogg; codecs=opus"], .audio),
        (["video/mp4", "video/webm"], .video), (["video/mp4", "audio/mpeg"], .video),
        (["video/mp4", "text/html"], .reflowableEPUB), (["image/jpeg", "image/png"], .image),
        (["image/jpeg", "application/pdf"], .fixedEPUB),
        ([], .reflowableEPUB), (["IMAGE/JPEG"], .image),
    ]) func readingOrder(_ types: [String?], _ kind: NavigatorKind) {
        #expect(NavigatorKind(manifest(types: types)) == kind)
    }

    @Test func layout() {
        #expect(NavigatorKind(manifest(layout: .fixed, types: ["application/xhtml+xml"])) == .fixedEPUB)
        #expect(NavigatorKind(manifest(layout: .fixed, types: [])) == .fixedEPUB)
    }

    @Test func theHostHasTheLastWord() throws {
        let options = try JSONReader(json(#"{"kind":"tts","preferences":{"speed":1.5}}"#), source: "navigator-options")
        let navigator = try Navigator(manifest(types: ["application/pdf"]), options: options, log: { _ in })
        let settings = try json(navigator.settings.text)
        #expect(settings.object?["navigator"] == "tts")
        #expect(settings.object?["layout"] == .null)
        #expect(settings.object?["settings"]?.object?["speed"]?.object?["value"] == 1.5)
        let unknown = try JSONReader(json(#"{"kind":"paper"}"#), source: "navigator-options")
        #expect(failure { _ = try Navigator(manifest(types: []), options: unknown, log: { _ in }) }?.status == .json)
    }

    // MARK: Colors of the host

    @Test func namedColors() throws {
        let engine = SettingsEngine(
            try options(##"{"colors":{"sky":"#87CEEB","ink":16},"preferences":{"textColor":"sky"}}"##))
        let preferences = try preferences(##"{"textColor":"sky","backgroundColor":"#000010"}"##, engine)
        #expect(stored(preferences) == ##"{"textColor":"#87CEEB","backgroundColor":"#000010"}"##)
        let all = try document(engine.settings(preferences)).object?["settings"]?.object
        #expect(all?["textColor"]?.object?["valueLabel"] == "sky")
        #expect(all?["backgroundColor"]?.object?["valueLabel"] == "ink")
        #expect(all?["textColor"]?.object?["values"] == ["#87CEEB", "#000010"])
        #expect(all?["textColor"]?.object?["valueLabels"] == ["sky", "ink"])
    }

    @Test(arguments: [#"{"colors":{"sky":"blue"}}"#, #"{"colors":[]}"#])
    func noColors(_ text: String) {
        #expect(failure { _ = try options(text) }?.status == .json)
    }
}
