// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

@Suite struct ColorTests {
    @Test(
        arguments: [
            ("#FFFF00", "#FFFF00"), ("#ffff00", "#FFFF00"), ("#12345678", "#12345678"), ("#123456fF", "#123456"),
            ("#abc", "#AABBCC"), ("#abc8", "#AABBCC88"),
            (0, "#000000"), (16_777_215, "#FFFFFF"), (16_777_216, "#00000001"), (-1, "#FFFFFF"), (-65536, "#FF0000"),
            (4_294_901_760, "#FF0000"), (-2_147_483_648, "#00000080"), (255.0, "#0000FF"),
        ] as [(JSON, String)])
    func spellings(_ json: JSON, _ hex: String) {
        #expect(Color(json: json)?.hex == hex)
    }

    @Test(
        arguments: [
            "", "#", "FFFF00", "#FFFF0", "#FFFF0G", "#FFFF000", "#FFFF00000", "yellow", "#é12345", " #FFFF00",
            4_294_967_296,
            -2_147_483_649, 1.5, nil, true, [], [:],
        ] as [JSON])
    func whatIsNoColor(_ json: JSON) {
        #expect(Color(json: json) == nil)
    }

    @Test func css() {
        let color = Color(red: 1, green: 20, blue: 255)
        #expect(color.css() == "rgba(1, 20, 255, 1)")
        #expect(Color(red: 0, green: 0, blue: 0, alpha: 128).css() == "rgba(0, 0, 0, 0.502)")
        let opacities: [(Double, String)] = [
            (0, "0"), (0.3, "0.3"), (0.05, "0.05"), (0.0001, "0"), (0.9999, "1"), (1, "1"), (-1, "0"), (7, "1"),
            (.nan, "0"), (.infinity, "1"), (0.1 + 0.2, "0.3"),
        ]
        for (opacity, text) in opacities { #expect(color.css(opacity: opacity) == "rgba(1, 20, 255, \(text))") }
    }
}
