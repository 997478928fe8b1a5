// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

extension Publication {
    /// Opens the file or directory at `path`.
    public static func open(
        path: String, _ opening: OpenContext, _ attachments: Attachments = Attachments()
    ) throws(Failure) -> Publication {
        try opening.progress.report("open", 0, of: 2)
        return try open(try Candidate(path: path, name: opening.options.name), opening, attachments)
    }

    /// Opens the bytes of a file.
    public static func open(
        _ source: any ByteSource, _ opening: OpenContext, _ attachments: Attachments = Attachments()
    ) throws(Failure) -> Publication {
        try opening.progress.report("open", 0, of: 2)
        return try open(Candidate(source, name: opening.options.name), opening, attachments)
    }

    private static func open(
        _ candidate: Candidate, _ opening: OpenContext, _ attachments: Attachments
    ) throws(Failure) -> Publication {
        let contents = try PublicationContents(candidate, opening, attachments.cache)
        try opening.progress.report("open", 2, of: 2)
        return try open(contents, opening, attachments)
    }

    /// Opens a manifest whose files are served by the host.
    public static func open(
        _ manifest: JSONReader, files: Fetch?, _ opening: OpenContext, _ attachments: Attachments = Attachments()
    ) throws(Failure) -> Publication {
        try open(try PublicationContents(manifest, files: files, opening), opening, attachments)
    }

    private static func open(
        _ contents: PublicationContents, _ opening: OpenContext, _ attachments: Attachments
    ) throws(Failure) -> Publication {
        let edited = try within(contents.container.name) { () throws(Failure) in
            try attachments.editor?(contents.parsed.manifest.json).map { manifest throws(Failure) in
                try contents.edited(manifest)
            }
        }
        return Publication(edited ?? contents, opening, attachments.services)
    }

    /// The same files with a manifest of the host, and services that are opened for it (Publication Helpers and Services,
    /// "Copy and Factory").
    public func copy(_ manifest: JSONReader) throws(Failure) -> Publication {
        Publication(try contents.edited(manifest, added: host?.links ?? []), logging: log, progress, factories)
    }

    /// The names of the services of the library.
    public static var builtInServices: [String] { BuiltInService.all.map(\.name) }
}

extension BuiltInService {
    /// In the order of their links in the manifest.
    static let all = [
        positions, locator, guidedNavigation, cover, thumbnail, search, contentProtection, reflow,
    ]
}
