// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// How a host wants a store (schema `store-options`).
public struct StoreOptions: Sendable {
    /// How many milliseconds to wait for other processes that use the file.
    public private(set) var busyTimeout: Int32 = 5000
    /// Whether nothing is written: no file is made, changed or renamed.
    public private(set) var readOnly = false

    public init(_ json: JSONReader?) throws(Failure) {
        guard let json else { return }
        try json.rejectUnknownMembers(["busyTimeout", "readOnly"])
        if let member = try json.optionalMember("busyTimeout") {
            busyTimeout = Int32(clamping: try member.unsignedInteger(in: 0...60_000))
        }
        readOnly = try json.optionalMember("readOnly")?.bool() ?? false
    }
}
