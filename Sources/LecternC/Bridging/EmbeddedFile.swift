// SPDX-License-Identifier: BSD-3-Clause
import CAssets
import LecternContainers
import LecternModel

/// A file embedded in the library.
enum EmbeddedFile {
    typealias Table = UnsafeBufferPointer<assets_file>

    /// The JSON schemas of include/schemas.
    static var schemas: Table { table(assets_schemas) }

    /// The files of Sources/LecternWeb/runtime.
    static var ofThePage: Table { table(assets_runtime_files) }

    private static func table(_ list: (UnsafeMutablePointer<Int>) -> UnsafePointer<assets_file>) -> Table {
        var count = 0
        let first = list(&count)
        return Table(start: first, count: count)
    }

    /// Returns nil if the table has no file with this name.
    static func file(_ name: String, in table: Table) throws(Failure) -> ByteBuffer? {
        guard let file = table.first(where: { String(cString: $0.name) == name }) else { return nil }
        let group = file.group.pointee
        let stream = UnsafeRawBufferPointer(start: group.deflated, count: group.deflated_size)
        return try Inflate.bytes(of: stream, length: group.size).withBytes { files in
            ByteBuffer(copying: UnsafeRawBufferPointer(rebasing: files[file.offset..<file.offset + file.size]))
        }
    }
}
