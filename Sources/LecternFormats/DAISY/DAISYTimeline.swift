// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// What the SMIL files of a book present, in reading order.
struct DAISYTimeline {
    /// A text and its clips.
    struct Moment {
        var text: String?
        let clips: [SMILClip]
    }

    private(set) var steps: [SMILStep] = []
    /// The steps without children, in order.
    private(set) var moments: [Moment] = []
    /// Roles that the contents give to moments, by their number.
    private var roles: [Int: String] = [:]
    /// The number of the first moment of each element, by its href, and of each file.
    private var places: [String: Int] = [:]
    /// The paths of files by the hrefs that refer to them; nil for a file that does not exist.
    private var paths: [String: String?] = [:]

    private static let mostPresentations = 20_000

    /// - Parameters:
    ///   - hrefs: the SMIL files in reading order.
    ///   - structures: the structures of custom tests, by their ids.
    init(_ hrefs: [String], structures: [String: String], _ files: inout PublicationFiles) throws(Failure) {
        var memory = SMILPresentation.maxMemory
        var read: Set<String> = []
        var missing = 0
        for href in hrefs.prefix(DAISYTimeline.mostPresentations) {
            guard let entry = files.entry(at: href) else {
                missing += 1
                continue
            }
            guard read.insert(entry.path).inserted, let tree = try files.optionalDocument(entry) else { continue }
            let own = try SMILPresentation.steps(
                tree, path: entry.path, structures: structures, memory: &memory,
                most: Int(clamping: files.limits.maxNesting),
                &files.log)
            let key = PercentEncoding.encodedPath(entry.path)
            places[key] = moments.count
            add(own, key, &files)
            steps += own
        }
        if missing > 0 {
            files.log.add(
                .major, "\(missing) SMIL files are missing; the book may be one of several volumes.",
                hrefs.prefix(1).map { $0 })
        }
    }

    private mutating func add(_ own: [SMILStep], _ file: String, _ files: inout PublicationFiles) {
        for step in own {
            for id in step.ids where places[file + "#" + id] == nil { places[file + "#" + id] = moments.count }
            if !step.children.isEmpty {
                add(step.children, file, &files)
            } else {
                let clips = step.clips.compactMap { clip in
                    spelled(clip.href, &files).map { SMILClip(href: $0, begin: clip.begin, end: clip.end) }
                }
                moments.append(Moment(text: step.text.flatMap { spelled($0, &files) }, clips: clips))
            }
        }
    }

    /// The href of a file that exists, as its name is spelled, with the fragment of the reference.
    private mutating func spelled(_ href: String, _ files: inout PublicationFiles) -> String? {
        let file = Href.withoutFragment(href)
        let path: String?
        if let known = paths[file] {
            path = known
        } else {
            path = files.entry(at: file).map { PercentEncoding.encodedPath($0.path) }
            paths[file] = .some(path)
            if path == nil { files.log.add(.moderate, "The file is missing.", [file]) }
        }
        return path.map { $0 + Substring(href.utf8.dropFirst(file.utf8.count)) }
    }

    // MARK: Places

    /// The number of the moment for a link to a SMIL file.
    mutating func place(of href: String, _ files: inout PublicationFiles) -> Int? {
        guard let href = spelled(href, &files) else { return nil }
        let file = Href.withoutFragment(href)
        let id = Href.fragment(href).map { PercentEncoding.decoded($0) ?? String($0) }
        let place = id.flatMap { places[file + "#" + $0] } ?? places[file]
        return place.flatMap { $0 < moments.count ? $0 : nil }
    }

    mutating func set(_ role: String, at href: String, _ files: inout PublicationFiles) {
        if let place = place(of: href, &files) { roles[place] = role }
    }

    // MARK: Content

    /// Leaves out references to texts that are not content, such as the titles in a navigation control center.
    mutating func keepTexts(_ isContent: (String) -> String?) {
        for place in moments.indices { moments[place].text = moments[place].text.flatMap(isContent) }
    }

    var hasRecordings: Bool { moments.contains { !$0.clips.isEmpty } }

    /// Whether most of the book is text rather than recordings alone.
    var isText: Bool {
        let texts = moments.count { $0.text != nil }
        return texts > 0 && texts >= moments.count { $0.text == nil && !$0.clips.isEmpty }
    }

    /// The hrefs of the recordings in the order in which they are first heard.
    var recordings: [String] { moments.flatMap { $0.clips.map(\.href) }.withoutRepetitions }

    /// The roles of a moment besides those of its step.
    func role(of moment: Int) -> String? { roles[moment] }
}
