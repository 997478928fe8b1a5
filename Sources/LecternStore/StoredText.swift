// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Converts preferences to and from JSON text.
enum StoredText {
    /// Throws if the value is not an object, or is too large.
    static func write(_ preferences: JSONReader) throws(Failure) -> [UInt8] {
        let object = try preferences.object()
        for member in object.members where member.key.isEmpty {
            throw preferences.step(member.key, member.value).failure("The key of a preference must not be empty.")
        }
        let text = text(of: object)
        guard text.count <= StoreLimits.maxDocument else {
            throw Failure(
                .limit, "The preferences take more than \(StoreLimits.maxDocument) bytes.", path: preferences.path)
        }
        return text
    }

    static func text(of object: JSONObject) -> [UInt8] {
        JSONWriter.text(of: .object(object)).withBytes { Array($0) }
    }

    /// Throws if another program has stored a value that is not preferences.
    static func read(_ text: [UInt8]) throws(Failure) -> JSONObject {
        let json = try text.withUnsafeBufferPointer { bytes throws(Failure) in
            try JSONParser.parse(UnsafeRawBufferPointer(bytes), source: "preferences")
        }
        return try JSONReader(json, source: "preferences").object()
    }
}
