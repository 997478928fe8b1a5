// SPDX-License-Identifier: BSD-3-Clause
import LecternEvents
import LecternModel
import LecternNavigator
import LecternThreads

/// Queued messages for a page that polls, because it has no other channel.
final class MessageQueue: Sendable {
    private struct State: Sendable {
        var messages: [ByteBuffer] = []
        var size = 0
    }

    private let state = Lock(State())

    /// The maximum number of messages and bytes.  When they are exceeded, the page must reload its state.
    private static let most = 256
    private static let maxSize = 8 << 20

    func add(_ message: ByteBuffer) {
        state.withLock { state in
            state.messages.append(message)
            state.size += message.count
            if state.messages.count > MessageQueue.most || state.size > MessageQueue.maxSize {
                state = State(messages: [PageMessage.reload], size: PageMessage.reload.count)
            }
        }
    }

    func clear() { state.withLock { $0 = State() } }

    /// Takes the queued messages, as `{"messages": […]}`.
    func taken() -> ByteBuffer {
        let messages = state.withLock { state in
            defer { state = State() }
            return state.messages
        }
        var json = JSONWriter()
        json.beginObject()
        json.key("messages")
        json.array(messages) { message, json in
            message.withBytes { json.verbatim($0.assumingMemoryBound(to: UInt8.self)) }
        }
        json.endObject()
        return json.finish()
    }
}

/// The fallback channel of a page: it sends and polls through requests that carry the token.
extension WebPage {
    /// Handles `~lectern/send`.  A request with a body comes from a host that has its own channel to the page, so the
    /// response is empty.
    func send(_ request: WebRequest) throws(Failure) -> WebResponse {
        try checkToken(request)
        if let body = request.body {
            try receive(text: body)
            return try WebResponse(json: MessageQueue().taken())
        }
        begin()
        try receive(text: request.parameter("message"))
        return try WebResponse(json: messages.taken())
    }

    /// Handles `~lectern/poll`.
    func poll(_ request: WebRequest) throws(Failure) -> WebResponse {
        try checkToken(request)
        begin()
        navigator.deliver()
        return try WebResponse(json: messages.taken())
    }

    private func receive(text: String) throws(Failure) {
        try WebPage.checkMessage(size: text.utf8.count)
        let value = try ByteBuffer(text).withBytes { bytes throws(Failure) in
            try JSONParser.parse(bytes, source: "message", maxDepth: Limits().maxJSONDepth)
        }
        try receive(JSONReader(value, source: "message"))
    }

    private func checkToken(_ request: WebRequest) throws(Failure) {
        guard try request.optionalParameter("token")?.isExactly(token) ?? false else {
            throw Failure(.protected, "The token does not match that of the page.")
        }
    }

    /// Starts queueing messages, on the first request.
    private func begin() {
        let isFirst = isPolled.withLock { isPolled in
            defer { isPolled = true }
            return !isPolled
        }
        guard isFirst else { return }
        _ = try? navigator.observe(Event.web) { [messages] _, message in messages.add(message) }
    }
}
