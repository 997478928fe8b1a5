// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel

/// A host function that creates the HTML of decorations.
enum HostRenderer {
    static func closure(
        _ renderer: HostTable<lectern_renderer>?
    ) throws(Failure) -> (@Sendable (ByteBuffer) throws(Failure) -> ByteBuffer)? {
        guard let renderer else { return nil }
        guard let element = renderer.table.element else {
            throw Failure(.argument, "A renderer needs the function element.")
        }
        return { decoration throws(Failure) in
            try CallbackResult.output(ByteBuffer.self, what: "The renderer") { html, error in
                withExtendedLifetime(decoration) {
                    element(renderer.table.user_data, decoration.cString, html, error)
                }
            }
        }
    }
}
