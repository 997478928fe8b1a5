// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternPublication

@_cdecl("lectern_cfi_parse") @implementation
public func lectern_cfi_parse(_ cfi: Text!, _ json: Output!, _ error: Output!) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        try Input.cfi(cfi, "cfi").write(to: &json)
    }
}

@_cdecl("lectern_cfi_compare") @implementation
public func lectern_cfi_compare(
    _ a: Text!, _ b: Text!, _ order: UnsafeMutablePointer<Int32>!, _ error: Output!
) -> lectern_status {
    call(number: order, error) { () throws(Failure) in
        let (a, b) = (try Input.cfi(a, "a"), try Input.cfi(b, "b"))
        return Int32(clamping: a.compared(to: b))
    }
}

@_cdecl("lectern_cfi_join") @implementation
public func lectern_cfi_join(
    _ start: Text!, _ end: Text!, _ cfi: Output!, _ error: Output!
) -> lectern_status {
    call(cfi, error) { () throws(Failure) in
        let (from, to) = (try Input.cfi(start, "start").start, try Input.cfi(end, "end").end)
        guard let joined = CFI(from: from.path, to: to.path) else {
            throw Failure(.argument, "A range requires two places with a common parent path.", path: ["end"])
        }
        return ByteBuffer(joined.text)
    }
}

@_cdecl("lectern_publication_cfi") @implementation
public func lectern_publication_cfi(
    _ publication: OpaquePointer!, _ query: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(publication, query, json, error) { publication, query, json throws(Failure) in
        try publication.cfi(query).write(to: &json)
    }
}

extension Input {
    fileprivate static func cfi(_ text: Text?, _ name: StaticString) throws(Failure) -> CFI {
        let text = try self.text(text, name)
        do throws(Failure) { return try CFI(text) } catch { throw error.within("\(name)") }
    }
}
