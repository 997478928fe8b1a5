// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// cmark, the reference implementation of CommonMark.
struct CMark: @unchecked Sendable {
    private typealias Convert =
        @convention(c) (UnsafeRawPointer?, UInt, Int32) -> UnsafeMutableRawPointer?

    private let convert: Convert
    private let release: @convention(c) (UnsafeMutableRawPointer?) -> Void

    private init(_ library: UnsafeMutableRawPointer) throws(MissingSymbol) {
        convert = try symbol("cmark_markdown_to_html", in: library)
        // The result is from the allocator of the C library, which cmark is linked with.
        release = try symbol("free", in: library)
    }

    /// The names of the versions that have been tried.
    private static let files = ["libcmark.so.0.30.2", "libcmark.so.0.30.3", "libcmark.so.0.31.1", "libcmark.so.0"]

    private static let library = OptionalLibrary(
        option: "cmark", name: "cmark",
        missing: "Markdown needs cmark, which was not found: install it (\(files[0])), or name its file in the context "
            + "option \"cmark\".",
        candidates: { files }, functions: { library throws(MissingSymbol) in try CMark(library) })

    static func load(_ path: String?) throws(Failure) -> CMark { try library.load(path) }

    /// Converts Markdown to XHTML.  HTML in the text and links to scripts are left out, which is the default of cmark.
    func html(_ markdown: String) throws(Failure) -> String {
        var markdown = markdown
        let result = markdown.withUTF8 { convert(UnsafeRawPointer($0.baseAddress), UInt($0.count), 0) }
        guard let result else { throw Failure(.format, "cmark cannot convert the text.") }
        defer { release(result) }
        return String(cString: result.assumingMemoryBound(to: CChar.self))
    }
}
