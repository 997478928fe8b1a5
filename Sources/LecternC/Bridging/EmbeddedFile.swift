// SPDX-License-Identifier: BSD-3-Clause
import CAssets
import CMemory
import LecternModel

/// A file embedded in the library.
enum EmbeddedFile {
    typealias Table = UnsafeBufferPointer<assets_file>

    /// The JSON schemas of include/schemas.
    static var schemas: Table { table(assets_schemas) }

    /// The files of Sources/LecternWeb/runtime.
    static var ofThePage: Table { table(assets_page) }

    private static func table(_ list: (UnsafeMutablePointer<Int>) -> UnsafePointer<assets_file>) -> Table {
        var count = 0
        let first = list(&count)
        return Table(start: first, count: count)
    }

    /// Returns nil if the table has no file with this name.
    static func file(_ name: String, in table: Table) -> ByteBuffer? {
        guard let text = table.first(where: { String(cString: $0.name) == name })?.text else { return nil }
        return ByteBuffer(copying: UnsafeRawBufferPointer(start: text, count: memory_length(text)))
    }
}
