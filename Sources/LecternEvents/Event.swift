// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// An event: its topic, and its JSON (schemas `event-…`).
public struct Event: Sendable {
    public let topic: String
    public let json: ByteBuffer

    public init(topic: String, json: ByteBuffer) {
        self.topic = topic
        self.json = json
    }
}
