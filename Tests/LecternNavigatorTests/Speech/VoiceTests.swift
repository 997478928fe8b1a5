// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

@Suite struct VoiceTests {
    func voices(_ text: String) throws -> [Voice] {
        try JSONReader(json(text), source: "voices").elements().map(Voice.parse)
    }

    /// Unknown languages are sorted by tag, and the sort is stable.
    @Test func order() throws {
        let list = try voices(
            """
            [{"id":"0","language":"xx"},{"id":"1","language":"en-US","quality":null,"gender":null},
             {"id":"2","language":"en-US"},{"id":"3","language":"de"},{"id":"4","language":"en-US","quality":"low"},
             {"id":"5","language":"pt-PT"},{"id":"6","language":"pt-BR"}]
            """)
        #expect(list.indicesInOrder([]) == [4, 1, 2, 3, 6, 5, 0])
        #expect(list.indicesInOrder(["pt"]) == [4, 1, 2, 3, 5, 6, 0])
    }

    @Test(arguments: [
        #"[{"id":"a"}]"#, #"[{"id":"","language":"en"}]"#, #"[{"id":"a","language":"en","quality":"best"}]"#,
    ])
    func refused(_ text: String) {
        #expect(failure { _ = try voices(text) }?.status == .json)
    }
}
