// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A host's options for a store (schema `store-options`).
public struct StoreOptions: Sendable {
    /// How long to wait for other processes that use the file, in milliseconds.
    public private(set) var busyTimeout: Int32 = 5000
    /// Whether the file is only read: no file is created, changed or renamed.
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
