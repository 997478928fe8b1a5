// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel

/// What an LCP licence says about the publication (Readium LCP, License Document).  Its signature is not verified, and
/// nothing is decrypted.
struct LCPLicense: Sendable {
    /// How many characters may be copied, and how many pages printed; nil if it is not limited.
    let copy: UInt64?
    let print: UInt64?
    private let license: JSONReader

    /// The maximum size in bytes of a licence.
    static let most: UInt64 = 1 << 20

    init(_ license: JSONReader) throws(Failure) {
        do throws(Failure) {
            let rights = try license.optionalMember("rights")
            func limit(_ name: String) throws(Failure) -> UInt64? {
                try rights?.optionalMember(name)?.unsignedInteger(in: 0...ConsumedRights.most)
            }
            copy = try limit("copy")
            print = try limit("print")
            self.license = license
        } catch {
            throw Failure(.format, error.message, path: error.path)
        }
    }

    /// The members for readers and hosts, without the keys and the user (schema `content-protection`).
    func write(to json: inout JSONWriter) {
        let rights = license.value.object?["rights"]?.object
        json.beginObject()
        for name in ["id", "provider", "issued", "updated"] {
            json.member(named: name, license.value.object?[name]?.string)
        }
        for name in ["start", "end"] { json.member(named: name, rights?[name]?.string) }
        json.member("copy", ifPresent: copy.map { Int(clamping: $0) })
        json.member("print", ifPresent: print.map { Int(clamping: $0) })
        let key = license.value.object?["encryption"]?.object?["user_key"]?.object
        json.member(named: "hint", key?["text_hint"]?.string)
        let links = (license.value.object?["links"]?.array ?? []).compactMap {
            try? Link(strict: JSONReader($0, source: "links"))
        }
        json.key("links")
        json.links(links)
        json.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func member(named name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        key(named: name)
        string(value)
    }
}
