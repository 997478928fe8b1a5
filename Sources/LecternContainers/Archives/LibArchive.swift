// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// The functions of libarchive that read RAR, 7z and tar archives.
struct LibArchive: @unchecked Sendable {
    typealias Handle = UnsafeMutableRawPointer
    typealias OnHandle = @convention(c) (Handle?) -> Int32
    typealias OnEntry = @convention(c) (Handle?) -> Int64
    typealias Text = @convention(c) (Handle?) -> UnsafePointer<CChar>?
    typealias ReadCallback = @convention(c) (Handle?, Handle?, UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int
    typealias SkipCallback = @convention(c) (Handle?, Handle?, Int64) -> Int64
    typealias SeekCallback = @convention(c) (Handle?, Handle?, Int64, Int32) -> Int64

    let new: @convention(c) () -> Handle?
    let free: OnHandle
    let formats: [OnHandle]
    let setRead: @convention(c) (Handle?, ReadCallback) -> Int32
    let setSkip: @convention(c) (Handle?, SkipCallback) -> Int32
    let setSeek: @convention(c) (Handle?, SeekCallback) -> Int32
    let setData: @convention(c) (Handle?, Handle?) -> Int32
    let open: OnHandle
    let nextHeader: @convention(c) (Handle?, UnsafeMutablePointer<Handle?>) -> Int32
    let read: @convention(c) (Handle?, Handle?, Int) -> Int
    let message: Text
    let path: Text
    let rawPath: Text
    let size: OnEntry
    let type: @convention(c) (Handle?) -> UInt32
    let isEncrypted: OnHandle

    private init(_ library: Handle) throws(MissingSymbol) {
        new = try symbol("archive_read_new", in: library)
        free = try symbol("archive_read_free", in: library)
        formats = [
            try symbol("archive_read_support_format_rar", in: library),
            try symbol("archive_read_support_format_rar5", in: library),
            try symbol("archive_read_support_format_7zip", in: library),
            try symbol("archive_read_support_format_tar", in: library),
        ]
        setRead = try symbol("archive_read_set_read_callback", in: library)
        setSkip = try symbol("archive_read_set_skip_callback", in: library)
        setSeek = try symbol("archive_read_set_seek_callback", in: library)
        setData = try symbol("archive_read_set_callback_data", in: library)
        open = try symbol("archive_read_open1", in: library)
        nextHeader = try symbol("archive_read_next_header", in: library)
        read = try symbol("archive_read_data", in: library)
        message = try symbol("archive_error_string", in: library)
        path = try symbol("archive_entry_pathname_utf8", in: library)
        rawPath = try symbol("archive_entry_pathname", in: library)
        size = try symbol("archive_entry_size", in: library)
        type = try symbol("archive_entry_filetype", in: library)
        isEncrypted = try symbol("archive_entry_is_encrypted", in: library)
    }

    private static let file = "libarchive.so.13"

    private static let library = OptionalLibrary(
        option: "libarchive", name: "libarchive",
        missing: "RAR, 7z and tar archives need libarchive, which was not found: install it (\(file)), or name its "
            + "file in the context option \"libarchive\".",
        candidates: { [file] }, functions: { library throws(MissingSymbol) in try LibArchive(library) })

    static func load(_ path: String?) throws(Failure) -> LibArchive { try library.load(path) }

    static let end: Int32 = 1
    /// Results from this one on are usable, with a warning.
    static let warning: Int32 = -20
    static let regularFile: UInt32 = 0o100000
}
