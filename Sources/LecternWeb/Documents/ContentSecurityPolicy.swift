// SPDX-License-Identifier: BSD-3-Clause

/// The Content Security Policy of a publication's documents.  It is sent as a header and also written into the
/// document, because not every web view passes headers on.
public struct ContentSecurityPolicy: Sendable, Equatable {
    /// Whether images, sounds, styles and fonts may come from the network.
    public var allowsRemote = false

    /// Whether the document's own scripts may run, in an opaque origin without access to the rest of the page.
    public var allowsScripts = false

    public init() {}

    /// The value of the meta element.
    public var text: String {
        let remote = allowsRemote ? " https: http:" : ""
        let scripts = allowsScripts ? "'self' 'unsafe-inline' 'unsafe-eval' data: blob:" : "'none'"
        return [
            "default-src 'none'", "script-src \(scripts)", "style-src 'self' 'unsafe-inline' data:\(remote)",
            "img-src 'self' data: blob:\(remote)", "font-src 'self' data:\(remote)",
            "media-src 'self' data:\(remote)", "frame-src 'self'", "object-src 'none'", "connect-src 'none'",
            "form-action 'none'", "base-uri 'none'",
        ].joined(separator: "; ")
    }

    /// The value of the header, which may have more directives than a meta element.
    public var header: String { allowsScripts ? text + "; sandbox allow-scripts" : text }
}
