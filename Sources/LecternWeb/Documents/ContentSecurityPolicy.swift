// SPDX-License-Identifier: BSD-3-Clause

/// The Content Security Policy of a publication's documents.  It is sent as a header, and stands in the document as
/// well, because not every web view sends headers.
public struct ContentSecurityPolicy: Sendable, Equatable {
    /// Whether images, sounds, styles and fonts may come from the network.
    public var allowsRemote = false
    /// Whether the scripts of the publication run.  Then the document is on an opaque origin.
    public var allowsScripts = false

    public init() {}

    /// The value of the header, and of the meta element.
    public var text: String { text(source: "'self'") }

    /// - Parameter source: what stands for the resources of the publication.  `'self'` matches nothing on an opaque
    ///   origin, so a scripted document needs the address of its publication.
    public func text(source: String) -> String {
        let remote = allowsRemote ? " https: http:" : ""
        let frames = allowsScripts ? "'none'" : source
        let scripts = allowsScripts ? "\(source) 'unsafe-inline' 'unsafe-eval'" : "'none'"
        return [
            "default-src 'none'", "script-src \(scripts)", "style-src \(source) 'unsafe-inline' data:\(remote)",
            "img-src \(source) data: blob:\(remote)", "font-src \(source) data:\(remote)",
            "media-src \(source) data:\(remote)", "frame-src \(frames)", "object-src 'none'", "connect-src 'none'",
            "form-action 'none'", "base-uri 'none'",
        ].joined(separator: "; ")
    }
}
