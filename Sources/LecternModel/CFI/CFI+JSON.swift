// SPDX-License-Identifier: BSD-3-Clause

/// Schema `cfi`.
extension CFI {
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("cfi", text)
        path.writeMembers(to: &json)
        if let range {
            for (name, rest, whole) in [("start", range.start, start), ("end", range.end, end)] {
                json.key(named: name)
                json.beginObject()
                json.member("cfi", whole.text)
                rest.writeMembers(to: &json)
                json.endObject()
            }
        }
        json.endObject()
    }
}

extension CFI.Path {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.key("path")
        json.array(documents) { steps, json in json.array(steps) { $0.write(to: &$1) } }
        // The side of the point, whether it was written after an offset or after the last step.
        let last = documents.last?.last?.assertion
        let side = terminal.assertion.side ?? (terminal.hasPlace ? nil : last?.side)
        guard !terminal.isEmpty || side != nil else { return }
        json.key("terminal")
        json.beginObject()
        json.member("offset", ifPresent: terminal.offset)
        json.member("temporal", ifPresent: terminal.time?.value)
        if let point = terminal.point {
            json.key("spatial")
            json.array([point.x, point.y]) { $1.double($0.value) }
        }
        json.member("before", ifPresent: terminal.textBefore)
        json.member("after", ifPresent: terminal.textAfter)
        json.member("side", ifPresent: side)
        terminal.assertion.writeParameters(to: &json)
        json.endObject()
    }
}

extension CFI.Step {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("index", number)
        json.member("id", ifPresent: assertion.values.first.flatMap { $0.isEmpty ? nil : $0 })
        assertion.writeParameters(to: &json)
        json.endObject()
    }
}

extension CFI.Assertion {
    /// Writes all parameters except a valid side bias.
    fileprivate func writeParameters(to json: inout JSONWriter) {
        var object = JSONObject()
        for parameter in parameters where parameter.name != "s" || side == nil {
            object[parameter.name] = .array(parameter.values.map(JSON.string))
        }
        json.member("params", ifNotEmpty: object)
    }
}
