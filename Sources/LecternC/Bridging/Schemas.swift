// SPDX-License-Identifier: BSD-3-Clause
import LecternAssets
import LecternModel

/// The JSON schemas of include/schemas, which are embedded in the library.
enum Schemas {
    static var names: ByteBuffer {
        var json = JSONWriter()
        json.beginArray()
        for schema in EmbeddedFile.schemas { json.string(String(cString: schema.name)) }
        json.endArray()
        return json.finish()
    }

    static func schema(named name: String) throws(Failure) -> ByteBuffer {
        guard let schema = EmbeddedFile.file(name, in: EmbeddedFile.schemas) else {
            throw Failure(.notFound, "There is no schema named \"\(name)\".")
        }
        return schema
    }
}
