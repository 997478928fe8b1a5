// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel

@_cdecl("lectern_version") @implementation
public func lectern_version() -> UnsafePointer<CChar>! { call { Constants.version } }

@_cdecl("lectern_abi") @implementation
public func lectern_abi() -> UInt32 { call { BuildInfo.abi } }

@_cdecl("lectern_status_name") @implementation
public func lectern_status_name(_ status: lectern_status) -> UnsafePointer<CChar>! {
    call { Constants.name(of: status) }
}

@_cdecl("lectern_build_info") @implementation
public func lectern_build_info(_ json: Output!, _ error: Output!) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in BuildInfo.write(to: &json) }
}

@_cdecl("lectern_schema") @implementation
public func lectern_schema(_ name: Text!, _ json: Output!, _ error: Output!) -> lectern_status {
    call(json, error) { () throws(Failure) in
        guard let name = try Input.optionalText(name, "name") else { return Schemas.names }
        return try Schemas.schema(named: name)
    }
}

@_cdecl("lectern_live_handles") @implementation
public func lectern_live_handles(_ json: Output!, _ error: Output!) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        json.beginObject()
        for (kind, count) in HandleTable.live where count > 0 {
            json.key(named: kind.name)
            json.integer(count)
        }
        json.endObject()
    }
}
