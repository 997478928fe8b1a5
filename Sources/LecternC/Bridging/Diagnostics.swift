// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Failures as JSON (schema `error`).
enum Diagnostics {
    static func write(_ failure: Failure, to json: inout JSONWriter) {
        json.beginObject()
        json.member("status", Constants.name(of: failure.status))
        json.member("message", failure.message)
        json.member("path", failure.pathText)
        json.key("causes")
        json.beginArray()
        for cause in failure.causes { write(cause, to: &json) }
        json.endArray()
        json.endObject()
    }
}
