// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Strings that are returned without a handle, and live as long as the process.
enum Constants {
    static var empty: UnsafePointer<CChar> { cString("") }
    static var version: UnsafePointer<CChar> { cString(BuildInfo.version) }

    private static func statusName(_ status: Int32) -> StaticString {
        switch Status(rawValue: status) {
        case .ok: "LECTERN_OK"
        case .end: "LECTERN_END"
        case .pass: "LECTERN_PASS"
        case .internal: "LECTERN_ERROR_INTERNAL"
        case .handle: "LECTERN_ERROR_HANDLE"
        case .argument: "LECTERN_ERROR_ARGUMENT"
        case .json: "LECTERN_ERROR_JSON"
        case .abi: "LECTERN_ERROR_ABI"
        case .notFound: "LECTERN_ERROR_NOT_FOUND"
        case .unsupported: "LECTERN_ERROR_UNSUPPORTED"
        case .io: "LECTERN_ERROR_IO"
        case .format: "LECTERN_ERROR_FORMAT"
        case .protected: "LECTERN_ERROR_PROTECTED"
        case .limit: "LECTERN_ERROR_LIMIT"
        case .cancelled: "LECTERN_ERROR_CANCELLED"
        case .callback: "LECTERN_ERROR_CALLBACK"
        case .busy: "LECTERN_ERROR_BUSY"
        case nil: "LECTERN_STATUS_UNKNOWN"
        }
    }

    static func name(of status: Int32) -> UnsafePointer<CChar> { cString(statusName(status)) }

    static func name(of status: Status) -> String { "\(statusName(status.rawValue))" }

    /// String literals are stored with a trailing NUL.
    private static func cString(_ literal: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
