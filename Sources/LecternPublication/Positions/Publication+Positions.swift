// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import LecternText

/// Positions, and lookups by position.
extension Publication {
    /// The positions that the library computes once.
    private func computed() throws(Failure) -> Positions {
        try values.value { () throws(Failure) in
            let manifest = manifest
            if let locators = try servedPositions() {
                return .published(locators, readingOrder: manifest.readingOrder)
            }
            return try within(name) { () throws(Failure) in
                var strategy = parsed.positions
                if case .pagesOfDocuments = strategy { strategy = .pages(try counts(of: manifest.readingOrder)) }
                return try Positions(strategy, manifest: manifest, container: container, entryPaths: parsed.entryPaths)
            }
        }
    }

    /// The list of positions that the manifest of a remote publication links to, if the host serves it.  If it cannot
    /// be used, a warning is logged.
    private func servedPositions() throws(Failure) -> [Locator]? {
        guard let link = contents.servedPositionList, let resource = try served(link) else { return nil }
        var log = WarningLog()
        let size = try resource.size
        let locators = try PublishedPositions.read(manifest, path: link.href, size: size, opening.limits, &log) {
            () throws(Failure) in try resource.read(offset: 0, length: .max)
        }
        self.log(log.all.map { $0.within(name) })
        return locators
    }

    /// The number of pages of PDFs.  Each document has to be opened for this.
    private func counts(of links: [Link]) throws(Failure) -> [Int] {
        try kept(
            "page counts 1", read: { PDFPageCounts.read($0, of: links) }, write: PDFPageCounts.written,
            compute: { () throws(Failure) in try PDFPageCounts(opening).counts(of: links, parsed, in: container) })
    }

    func computedPositions() throws(Failure) -> ByteBuffer { try computed().json }

    /// `{"total": …, "positions": […]}`, from the host or computed.
    public var positions: ByteBuffer {
        get throws(Failure) {
            if let given = try positionsFromHost() { return given.text }
            return try computedPositions()
        }
    }

    /// `[[…], …]`: a list for each item of the reading order.
    public var positionsByReadingOrder: ByteBuffer {
        get throws(Failure) {
            guard let given = try positionsFromHost() else { return try computed().jsonByReadingOrder }
            return given.positions.jsonByReadingOrder(manifest.readingOrder)
        }
    }

    private func positionsFromHost() throws(Failure) -> (text: ByteBuffer, positions: HostPositions)? {
        guard let resource = try fromHost(PositionsService.route) else { return nil }
        let text = try resource.read(offset: 0, length: .max)
        return try within(name) { () throws(Failure) in
            (text, try HostPositions(text, maxDepth: opening.limits.maxJSONDepth))
        }
    }

    /// The positions, for lookups.
    func positionsOfResources() throws(Failure) -> Positions {
        guard let given = try positionsFromHost() else { return try computed() }
        let readingOrder = manifest.readingOrder
        return .published(given.positions.locators(readingOrder), readingOrder: readingOrder)
    }

}
