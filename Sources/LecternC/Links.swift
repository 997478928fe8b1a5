// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel

@_cdecl("lectern_links_filter") @implementation
public func lectern_links_filter(
    _ links: Text!, _ filter: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let filter = try LinkFilter(Input.json(filter, "filter"))
        json.links(try Link.list(Input.json(links, "links")).all(filter))
    }
}

@_cdecl("lectern_links_all") @implementation
public func lectern_links_all(
    _ links: Text!, _ filter: Text!, _ yes: UnsafeMutablePointer<Int32>!, _ error: Output!
) -> lectern_status {
    call(number: yes, error) { () throws(Failure) in
        let filter = try LinkFilter(Input.json(filter, "filter"))
        return try Link.list(Input.json(links, "links")).allMatch(filter) ? 1 : 0
    }
}

@_cdecl("lectern_links_index") @implementation
public func lectern_links_index(
    _ links: Text!, _ filter: Text!, _ index: UnsafeMutablePointer<Int32>!, _ error: Output!
) -> lectern_status {
    call(number: index, error) { () throws(Failure) in
        let filter = try LinkFilter(Input.json(filter, "filter"))
        return Int32(clamping: try Link.list(Input.json(links, "links")).index(filter) ?? -1)
    }
}

@_cdecl("lectern_link_parameters") @implementation
public func lectern_link_parameters(_ link: Text!, _ json: Output!, _ error: Output!) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        json.beginArray()
        for name in try Link(strict: Input.json(link, "link")).templateParameters { json.string(name) }
        json.endArray()
    }
}

@_cdecl("lectern_link_expand") @implementation
public func lectern_link_expand(
    _ link: Text!, _ parameters: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let link = try Link(strict: Input.json(link, "link"))
        try link.expandTemplate(Input.json(parameters, "parameters")).write(to: &json)
    }
}

@_cdecl("lectern_link_url") @implementation
public func lectern_link_url(
    _ link: Text!, _ base_url: Text!, _ url: Output!, _ error: Output!
) -> lectern_status {
    call(url, error) { () throws(Failure) in
        let link = try Link(strict: Input.json(link, "link"))
        return ByteBuffer(try link.absoluteURL(base: Input.optionalText(base_url, "base_url")))
    }
}
