// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// An event: its topic, and its JSON (schemas `event-…`).
package struct Event: Sendable {
    package let topic: String
    package let json: ByteBuffer

    package init(topic: String, json: ByteBuffer) {
        self.topic = topic
        self.json = json
    }
}
