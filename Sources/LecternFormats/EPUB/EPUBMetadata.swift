// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Builds the metadata of the manifest from the package document (EPUB 3.3, 5.5).
extension PackageMetadata {
    static let epubProfile = "https://readium.org/webpub-manifest/profiles/epub"

    func manifestMetadata(fileName: String, _ log: inout WarningLog) -> Metadata {
        var metadata = Metadata(title: title(fileName: fileName, &log))
        metadata.conformsTo = [PackageMetadata.epubProfile]
        metadata.identifier = identifier(&log)
        metadata.altIdentifiers = alternativeIdentifiers(besides: metadata.identifier)
        metadata.subtitle = subtitle()
        metadata.sortAs = sortAs().map { LocalizedString($0) }
        metadata.modified = modified(&log)
        metadata.published = published(&log)
        metadata.languages = languages(&log)
        metadata.subjects = subjects()
        metadata.contributors = contributors()
        metadata.belongsTo = belongsTo()
        metadata.description = first(.description)?.value
        metadata.duration = first(.duration).flatMap { duration($0, &log) }
        metadata.numberOfPages = numberOfPages(&log)
        metadata.accessibility = accessibility()
        metadata.tdm = tdm(&log)
        metadata.mediaOverlay = mediaOverlay()
        metadata.other = other()
        return metadata
    }

    // MARK: Dates

    /// The last modification date: the first valid one, otherwise the one of EPUB 2 (5.5.4).
    private func modified(_ log: inout WarningLog) -> String? {
        let candidates = all(.modified)
        if let date = firstDate(among: candidates, DateText.rfc3339, &log) { return date }
        return firstDate(among: all(.date).filter { event(of: $0) == "modification" }, DateText.rfc3339, &log)
    }

    /// In EPUB 2, a date without an event or with the event "publication" (OPF 2.0.1, 2.2.7).
    private func published(_ log: inout WarningLog) -> String? {
        let dates = all(.date)
        let candidates = dates.filter { event(of: $0) == "publication" } + dates.filter { event(of: $0) == nil }
        return firstDate(among: candidates, DateText.dayOrMoment, &log)
    }

    private func event(of item: MetadataItem) -> String? { legacyAttribute(.event, of: item) }

    private func firstDate(
        among items: [MetadataItem], _ form: (String) -> String?, _ log: inout WarningLog
    ) -> String? {
        for item in items {
            if let date = form(item.value) { return date }
            log.add(.minor, "\"\(item.value.prefix(100))\" is not a date.", location(of: item))
        }
        return nil
    }

    // MARK: Numbers

    /// A duration in seconds.  It must be longer than zero.
    func duration(_ item: MetadataItem, _ log: inout WarningLog) -> Double? {
        if let seconds = ClockValue.seconds(item.value), seconds > 0, seconds.isFinite { return seconds }
        log.add(.minor, "\"\(item.value.prefix(100))\" is not a duration.", location(of: item))
        return nil
    }

    private func numberOfPages(_ log: inout WarningLog) -> Int? {
        guard let item = first(.numberOfPages) else { return nil }
        if let number = Int(item.value), number > 0 { return number }
        log.add(.minor, "\"\(item.value.prefix(100))\" is not a number of pages.", location(of: item))
        return nil
    }

    // MARK: Objects

    /// Whether text and data mining is reserved (TDM Reservation Protocol, 7.2).
    private func tdm(_ log: inout WarningLog) -> TDM? {
        let reservation: TDM.Reservation
        switch first(.reservation)?.value {
        case "0": reservation = .none
        case "1": reservation = .all
        default: return nil
        }
        let policy = items.first { !$0.isRefinement && $0.property == .policy }
        let isWeb = policy.map { $0.value.hasPrefix("http://") || $0.value.hasPrefix("https://") } ?? false
        if let policy, !isWeb {
            log.add(.minor, "\"\(policy.value.prefix(100))\" is not the URL of a policy.", location(of: policy))
        }
        return TDM(reservation: reservation, policy: isWeb ? policy?.value : nil)
    }

    /// The class names for media overlays (9.4.2).
    private func mediaOverlay() -> MediaOverlayClasses? {
        let classes = MediaOverlayClasses(
            activeClass: first(.activeClass)?.value, playbackActiveClass: first(.playbackActiveClass)?.value)
        return classes.isEmpty ? nil : classes
    }
}
