// SPDX-License-Identifier: BSD-3-Clause
import CAssets
import LecternModel

/// The JSON schemas of include/schemas, which are built into the library.
enum Schemas {
    static var names: ByteBuffer {
        var json = JSONWriter()
        json.beginArray()
        for schema in all { json.string(String(cString: schema.name)) }
        json.endArray()
        return json.finish()
    }

    static func schema(named name: String) throws(Failure) -> ByteBuffer {
        guard let schema = all.first(where: { String(cString: $0.name) == name }) else {
            throw Failure(.notFound, "There is no schema called \"\(name)\".")
        }
        return ByteBuffer(copying: UnsafeRawBufferPointer(start: schema.text, count: schema.size))
    }

    private static var all: UnsafeBufferPointer<assets_schema> {
        var count = 0
        let first = assets_schemas(&count)
        return UnsafeBufferPointer(start: first, count: count)
    }
}
