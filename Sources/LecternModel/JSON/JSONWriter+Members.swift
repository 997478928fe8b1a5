// SPDX-License-Identifier: BSD-3-Clause

extension JSONWriter {
    @inlinable
    public mutating func array<T>(_ values: some Sequence<T>, _ write: (T, inout JSONWriter) -> Void) {
        beginArray()
        for value in values { write(value, &self) }
        endArray()
    }

    public mutating func strings(_ values: [String]) { array(values) { $1.string($0) } }

    /// Writes an array of strings; omits the member if it is empty.
    public mutating func member(_ name: StaticString, ifNotEmpty values: [String]) {
        guard !values.isEmpty else { return }
        key(name)
        strings(values)
    }

    public mutating func member(_ name: StaticString, ifNotEmpty values: [JSON]) {
        guard !values.isEmpty else { return }
        key(name)
        value(.array(values))
    }

    public mutating func member(_ name: StaticString, ifNotEmpty object: JSONObject) {
        guard !object.isEmpty else { return }
        key(name)
        self.object(object)
    }
}
