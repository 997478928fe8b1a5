// SPDX-License-Identifier: BSD-3-Clause
import CAssets
import CMemory
import LecternModel

/// A file embedded in the library.
public enum EmbeddedFile {
    public typealias Table = UnsafeBufferPointer<assets_file>

    /// The JSON schemas of include/schemas.
    public static var schemas: Table { table(assets_schemas) }

    /// The files of Sources/LecternWeb/runtime.
    public static var ofThePage: Table { table(assets_page) }

    /// The texts of each language, as JSON.
    private static var languages: Table { table(assets_languages) }

    private static func table(_ list: (UnsafeMutablePointer<Int>) -> UnsafePointer<assets_file>) -> Table {
        var count = 0
        let first = list(&count)
        return Table(start: first, count: count)
    }

    /// Returns nil if the table has no file with this name.
    public static func file(_ name: String, in table: Table) -> ByteBuffer? {
        guard let text = table.first(where: { String(cString: $0.name) == name })?.text else { return nil }
        return ByteBuffer(copying: UnsafeRawBufferPointer(start: text, count: memory_length(text)))
    }

    /// A hash of the names and contents of all files.
    public static func hash(of table: Table) -> UInt64 {
        var hash = FNV1a()
        for file in table {
            for text in [file.name, file.text] {
                for byte in UnsafeRawBufferPointer(start: text, count: memory_length(text)) { hash.add(byte) }
                hash.add(0)
            }
        }
        return hash.value
    }

    /// Reads the texts of a subject, such as "labels", in one language; nil if there are none.
    public static func texts(_ subject: String, language: String) -> JSONReader? {
        guard let file = file("\(subject)/\(language)", in: languages) else { return nil }
        let json = file.withBytes { bytes in try? JSONParser.parse(bytes, source: subject) }
        return json.map { JSONReader($0, source: subject) }
    }
}
