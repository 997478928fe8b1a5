// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// The PCRE2 library, for regular expressions.
enum PCRE2 {
    private static let library = OptionalLibrary(
        option: "pcre2", name: "PCRE2",
        missing: "A regular expression needs PCRE2, which was not found: install libpcre2-8, or name the file of its "
            + "library in the context option \"pcre2\".",
        candidates: { ["libpcre2-8.so.0", "libpcre2-8.so"] },
        functions: { library throws(MissingSymbol) in try PCRE2Functions(library) })

    /// Loads the library from `path`, or from where the loader finds it.
    static func load(_ path: String?) throws(Failure) -> PCRE2Functions { try library.load(path) }
}

/// The functions of PCRE2 that Lectern calls, with the types of its public header for 8-bit code units.
///
/// It is `Sendable` because the functions are never unloaded.
struct PCRE2Functions: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    /// Receives a callout block and the user data.  Returns 0 to continue.
    typealias Callout = @convention(c) (Pointer?, Pointer?) -> Int32

    let compile:
        @convention(c) (
            UnsafePointer<UInt8>?, Int, UInt32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int>?, Pointer?
        ) -> Pointer?
    let freeCode: @convention(c) (Pointer?) -> Void
    let makeMatchData: @convention(c) (UInt32, Pointer?) -> Pointer?
    let freeMatchData: @convention(c) (Pointer?) -> Void
    let makeMatchContext: @convention(c) (Pointer?) -> Pointer?
    let freeMatchContext: @convention(c) (Pointer?) -> Void
    let setMatchLimit: @convention(c) (Pointer?, UInt32) -> Int32
    let setDepthLimit: @convention(c) (Pointer?, UInt32) -> Int32
    let setHeapLimit: @convention(c) (Pointer?, UInt32) -> Int32
    let setCallout: @convention(c) (Pointer?, Callout?, Pointer?) -> Int32
    let match: @convention(c) (Pointer?, UnsafePointer<UInt8>?, Int, Int, UInt32, Pointer?, Pointer?) -> Int32
    let ends: @convention(c) (Pointer?) -> UnsafeMutablePointer<Int>?
    private let errorMessage: @convention(c) (Int32, UnsafeMutablePointer<UInt8>?, Int) -> Int32

    /// Looks up all functions.  Throws the name of the first one that is missing, if the library is not PCRE2 or too old.
    init(_ library: Pointer) throws(MissingSymbol) {
        compile = try symbol("pcre2_compile_8", in: library)
        freeCode = try symbol("pcre2_code_free_8", in: library)
        makeMatchData = try symbol("pcre2_match_data_create_8", in: library)
        freeMatchData = try symbol("pcre2_match_data_free_8", in: library)
        makeMatchContext = try symbol("pcre2_match_context_create_8", in: library)
        freeMatchContext = try symbol("pcre2_match_context_free_8", in: library)
        setMatchLimit = try symbol("pcre2_set_match_limit_8", in: library)
        setDepthLimit = try symbol("pcre2_set_depth_limit_8", in: library)
        setHeapLimit = try symbol("pcre2_set_heap_limit_8", in: library)
        setCallout = try symbol("pcre2_set_callout_8", in: library)
        match = try symbol("pcre2_match_8", in: library)
        ends = try symbol("pcre2_get_ovector_pointer_8", in: library)
        errorMessage = try symbol("pcre2_get_error_message_8", in: library)
    }

    /// An error message in English, without a full stop.
    func message(_ error: Int32) -> String {
        var text = [UInt8](repeating: 0, count: 256)
        let length = text.withUnsafeMutableBufferPointer { errorMessage(error, $0.baseAddress, $0.count) }
        return String(decoding: text.prefix(max(0, Int(length))), as: UTF8.self)
    }
}
