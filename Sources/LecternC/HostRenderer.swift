// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel

/// A function of the host that builds the HTML of decorations.
enum HostRenderer {
    static func closure(
        _ renderer: HostTable<lectern_renderer>?
    ) throws(Failure) -> (@Sendable (ByteBuffer) throws(Failure) -> ByteBuffer)? {
        guard let renderer else { return nil }
        guard let element = renderer.table.element else {
            throw Failure(.argument, "A renderer needs the function element.")
        }
        return { decoration throws(Failure) in
            var html: OpaquePointer?
            var error: OpaquePointer?
            let status = withExtendedLifetime(decoration) {
                element(renderer.table.user_data, decoration.cString, &html, &error)
            }
            // Whatever came out is ours, also beside an error.
            let buffer = Result { () throws(Failure) in try CallbackResult.takeBuffer(html, what: "The renderer") }
            try CallbackResult.check(status, error, what: "The renderer")
            return try buffer.get()
        }
    }
}
