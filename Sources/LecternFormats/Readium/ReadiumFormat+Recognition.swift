// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension ReadiumFormat {
    static let container = ContainerFormat(
        specification: .rpf,
        rows: [
            FormatTable.row([.zip, .rpf], MediaType.webpub, "webpub"),
            FormatTable.row([.zip, .rpf], MediaType.audiobook, "audiobook"),
            FormatTable.row([.zip, .rpf, .lcp], MediaType.lcpAudiobook, "lcpa"),
            FormatTable.row([.zip, .rpf], MediaType.divina, "divina"),
            FormatTable.row([.zip, .rpf, .lcp], MediaType.lcpPDF, "lcpdf"),
        ],
        recognizes: { candidate throws(Failure) in try candidate.manifest() != nil }, parse: package,
        mediaType: { candidate throws(Failure) in try candidate.packageType() ?? MediaType.webpub },
        protection: { candidate throws(Failure) in try candidate.isProtectedPackage() ? .lcp : nil })

    static func package(_ candidate: ContainerCandidate) throws(Failure) -> ParsedPublication {
        var publication = try parse(candidate.container, limits: candidate.limits, kept: candidate.kept)
        if let type = try candidate.packageType() { publication.mediaType = type }
        return publication
    }
}

extension ContainerCandidate {
    /// The outline of manifest.json, if it is a manifest.  The file is read only once.
    func manifest() throws(Failure) -> ManifestOutline? {
        try outline { () throws(Failure) in
            guard has("manifest.json"), let text = try read(ReadiumFormat.manifestPath, most: ReadiumFormat.maxManifest)
            else { return nil }
            let json = text.withBytes { bytes in
                try? JSONParser.parse(
                    bytes, source: "", maxDepth: limits.maxJSONDepth, maxValues: ReadiumFormat.maxValues,
                    isForgiving: true)
            }
            return json?.object.flatMap(ManifestOutline.init)
        }
    }

    fileprivate func isProtectedPackage() throws(Failure) -> Bool {
        if container.entry(at: ReadiumProtection.licensePath) != nil { return true }
        return try manifest()?.isProtectedByLCP ?? false
    }

    fileprivate func packageType() throws(Failure) -> String? {
        guard let manifest = try manifest() else { return nil }
        return manifest.packageType(isProtected: try isProtectedPackage())
    }
}
