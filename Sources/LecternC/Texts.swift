// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternMarkup
import LecternModel
import LecternPublication

@_cdecl("lectern_publication_content") @implementation
public func lectern_publication_content(
    _ publication: OpaquePointer!, _ start: Text!, _ options: Text!, _ cursor: Output!, _ error: Output!
) -> lectern_status {
    call(cursor, error) { () throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        let start = try Input.optionalJSON(start, "start").map { json throws(Failure) in try Locator(json) }
        let options = try Input.optionalJSON(options, "options").map { json throws(Failure) in
            try ContentOptions(json)
        }
        return try publication.content(from: start, tokens: options?.tokens)
    }
}

@_cdecl("lectern_publication_text") @implementation
public func lectern_publication_text(
    _ publication: OpaquePointer!, _ href: Text!, _ text: Output!, _ error: Output!
) -> lectern_status {
    call(text, error) { () throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        return try publication.text(href: try Input.text(href, "href"))
    }
}

@_cdecl("lectern_publication_statistics") @implementation
public func lectern_publication_statistics(
    _ publication: OpaquePointer!, _ options: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        let options = try StatisticsOptions(optional: Input.optionalJSON(options, "options"))
        try publication.writeStatistics(options, to: &json)
    }
}

@_cdecl("lectern_text_tokenize") @implementation
public func lectern_text_tokenize(
    _ text: Text!, _ options: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let text = try Input.text(text, "text")
        try TokenOptions(optional: Input.optionalJSON(options, "options")).write(rangesOf: text, to: &json)
    }
}

@_cdecl("lectern_publication_markdown") @implementation
public func lectern_publication_markdown(
    _ publication: OpaquePointer!, _ options: Text!, _ markdown: Output!, _ error: Output!
) -> lectern_status {
    call(markdown, error) { () throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        let options = try Input.optionalJSON(options, "options").map { json throws(Failure) in
            try MarkdownOptions(json)
        }
        return try publication.markdown(options ?? MarkdownOptions())
    }
}
