// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What happened, and the JSON that tells of it (schemas `event-…`).
package struct Event: Sendable {
    package let topic: String
    package let json: ByteBuffer

    package init(topic: String, json: ByteBuffer) {
        self.topic = topic
        self.json = json
    }
}
