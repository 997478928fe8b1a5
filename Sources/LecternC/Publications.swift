// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternAccessibility
import LecternFormats
import LecternModel
import LecternNavigator
import LecternPublication

@_cdecl("lectern_publication_sniff") @implementation
public func lectern_publication_sniff(
    _ stream: UnsafePointer<lectern_stream>!, _ hints: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    let stream = HostTable.take(stream)
    return callJSON(json, error) { json throws(Failure) in
        try CallbackDepth.check()
        let hints =
            try Input.optionalJSON(hints, "hints").map { hints throws(Failure) in
                try FormatSniffer.Hints(hints)
            } ?? .none
        let source = try stream.map { stream throws(Failure) in try HostStream.source(stream.get()) }
        let format =
            try source.map { source throws(Failure) in
                try FormatSniffer.sniffFile(source, hints: hints)
            } ?? FormatSniffer.sniff(hints)
        guard let format else { throw Failure(.unsupported, "The format is not recognised.") }
        format.write(to: &json)
    }
}

@_cdecl("lectern_publication_open") @implementation
public func lectern_publication_open(
    _ context: OpaquePointer!, _ path: Text!, _ options: Text!, _ publication: Output!,
    _ error: Output!
) -> lectern_status {
    open(context, options, publication, error) { opening, attachments throws(Failure) in
        try Publication.open(path: try Input.text(path, "path"), opening, attachments)
    }
}

@_cdecl("lectern_publication_open_memory") @implementation
public func lectern_publication_open_memory(
    _ context: OpaquePointer!, _ data: UnsafeRawPointer!, _ size: Int,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!, _ user_data: UnsafeMutableRawPointer!,
    _ options: Text!, _ publication: Output!, _ error: Output!
) -> lectern_status {
    let memory = HostMemory(data, size, release, user_data)
    return open(context, options, publication, error) { opening, attachments throws(Failure) in
        try Publication.open(try memory.source(), opening, attachments)
    }
}

@_cdecl("lectern_publication_open_stream") @implementation
public func lectern_publication_open_stream(
    _ context: OpaquePointer!, _ stream: UnsafePointer<lectern_stream>!, _ options: Text!,
    _ publication: Output!, _ error: Output!
) -> lectern_status {
    let stream = HostTable.take(stream)
    return open(context, options, publication, error) { opening, attachments throws(Failure) in
        guard let stream else { throw Failure(.argument, "The parameter stream is NULL.") }
        return try Publication.open(try HostStream.source(stream.get()), opening, attachments)
    }
}

@_cdecl("lectern_publication_open_manifest") @implementation
public func lectern_publication_open_manifest(
    _ context: OpaquePointer!, _ manifest: Text!, _ fetcher: UnsafePointer<lectern_fetcher>!, _ options: Text!,
    _ publication: Output!, _ error: Output!
) -> lectern_status {
    let fetcher = HostTable.take(fetcher)
    return open(context, options, publication, error) { opening, attachments throws(Failure) in
        let manifest = try Input.json(manifest, "manifest", maxDepth: opening.limits.maxJSONDepth)
        let files = try fetcher.map { fetcher throws(Failure) in try HostFiles.fetch(fetcher.get()) }
        return try Publication.open(manifest, files: files, opening, attachments)
    }
}

/// The common body of all functions that open a publication: reads the context and the options.
private func open(
    _ context: OpaquePointer?, _ options: Text?, _ publication: Output?, _ error: Output?,
    _ body: (OpenContext, Attachments) throws(Failure) -> Publication
) -> lectern_status {
    call(publication, error) { () throws(Failure) in
        try CallbackDepth.check()
        let context = try ContextTarget.of(context)
        let options = try Input.optionalJSON(options, "options", maxDepth: context.limits.maxJSONDepth)
            .map { json throws(Failure) in try OpenOptions(json) }
        return PublicationTarget(
            try body(
                OpenContext(
                    options: options ?? OpenOptions(), context: context.options, progress: context.progress,
                    log: context.log),
                context.attachments))
    }
}

@_cdecl("lectern_publication_copy") @implementation
public func lectern_publication_copy(
    _ publication: OpaquePointer!, _ manifest: Text!, _ copy: Output!, _ error: Output!
) -> lectern_status {
    call(copy, error) { () throws(Failure) in
        try CallbackDepth.check()
        let publication = try PublicationTarget.of(publication)
        let manifest = try Input.json(manifest, "manifest", maxDepth: publication.limits.maxJSONDepth)
        return PublicationTarget(try publication.copy(manifest))
    }
}

@_cdecl("lectern_publication_manifest") @implementation
public func lectern_publication_manifest(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in try PublicationTarget.of(publication).manifestJSON }
}

@_cdecl("lectern_publication_info") @implementation
public func lectern_publication_info(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in try PublicationTarget.of(publication).writeInfo(to: &json) }
}

@_cdecl("lectern_publication_accessibility") @implementation
public func lectern_publication_accessibility(
    _ publication: OpaquePointer!, _ options: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        let display = try AccessibilityDisplay(optional: Input.optionalJSON(options, "options"))
        display.write(publication.manifest, to: &json)
    }
}

@_cdecl("lectern_publication_warnings") @implementation
public func lectern_publication_warnings(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        json.array(publication.warnings) { $0.write(to: &$1) }
    }
}

@_cdecl("lectern_publication_collection") @implementation
public func lectern_publication_collection(
    _ publication: OpaquePointer!, _ role: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        json.links(publication.manifest.links(inCollection: try Input.text(role, "role")))
    }
}

@_cdecl("lectern_publication_layout") @implementation
public func lectern_publication_layout(
    _ publication: OpaquePointer!, _ href: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        let link = try publication.link(withHREF: try Input.text(href, "href"))
        Presentation(publication.manifest.metadata).write(for: link, to: &json)
    }
}

@_cdecl("lectern_publication_link") @implementation
public func lectern_publication_link(
    _ publication: OpaquePointer!, _ href: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        try publication.link(withHREF: try Input.text(href, "href")).write(to: &json)
    }
}

@_cdecl("lectern_publication_links") @implementation
public func lectern_publication_links(
    _ publication: OpaquePointer!, _ filter: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        json.links(publication.manifest.links(try LinkFilter(Input.json(filter, "filter"))))
    }
}

@_cdecl("lectern_publication_get") @implementation
public func lectern_publication_get(
    _ publication: OpaquePointer!, _ href: Text!, _ resource: Output!, _ error: Output!
) -> lectern_status {
    call(resource, error) { () throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        return ResourceTarget(try publication.get(try Input.text(href, "href")))
    }
}

@_cdecl("lectern_publication_get_builtin") @implementation
public func lectern_publication_get_builtin(
    _ publication: OpaquePointer!, _ href: Text!, _ resource: Output!, _ error: Output!
) -> lectern_status {
    call(resource, error) { () throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        return ResourceTarget(try publication.getBuiltIn(try Input.text(href, "href")))
    }
}

@_cdecl("lectern_publication_cache") @implementation
public func lectern_publication_cache(
    _ publication: OpaquePointer!, _ key: Text!, _ variant: Text!, _ compute: UnsafePointer<lectern_compute>!,
    _ bytes: Output!, _ error: Output!
) -> lectern_status {
    cached(publication, key, variant, compute, bytes, error) { publication, key, compute throws(Failure) in
        try publication.cache.value(key, compute: compute)
    }
}

@_cdecl("lectern_publication_keep") @implementation
public func lectern_publication_keep(
    _ publication: OpaquePointer!, _ key: Text!, _ variant: Text!, _ compute: UnsafePointer<lectern_compute>!,
    _ bytes: Output!, _ error: Output!
) -> lectern_status {
    cached(publication, key, variant, compute, bytes, error) { publication, key, compute throws(Failure) in
        try publication.keptForHost(key, compute: compute)
    }
}

/// The common body of the functions that cache a value of the host.
private func cached(
    _ publication: OpaquePointer?, _ key: Text?, _ variant: Text?, _ compute: UnsafePointer<lectern_compute>?,
    _ bytes: Output?, _ error: Output?,
    _ value: (Publication, PublicationCache.Key, () throws(Failure) -> ByteBuffer?) throws(Failure) -> ByteBuffer?
) -> lectern_status {
    let compute = HostTable.take(compute)
    return callOptional(bytes, error) { () throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        let key = PublicationCache.Key(
            try Input.text(key, "key"), variant: try Input.optionalText(variant, "variant"))
        guard let compute = try compute?.get() else { throw Failure(.argument, "The parameter compute is NULL.") }
        return try value(publication, key, HostCompute.closure(compute))
    }
}

@_cdecl("lectern_publication_free") @implementation
public func lectern_publication_free(_ publication: OpaquePointer!) -> lectern_status {
    free(publication, PublicationTarget.self)
}
