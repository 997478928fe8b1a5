// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The table of contents and the landmarks of a book, from its indexes.
struct KindleContents {
    struct Entry {
        let title: String
        let position: Int
        var type: String?
        fileprivate var parent: Int?
    }

    private(set) var contents: [Entry] = []
    private(set) var guide: [Entry] = []

    private static let most = 50_000
    /// No real book has deeper contents; deeper entries are those of this level.
    private static let deepest = 16

    /// - Parameter position: the position that a fragment and an offset mean, in KF8.
    init(
        _ database: inout PalmDatabase, _ header: KindleHeader, _ position: (Int, Int) -> Int?
    ) throws(Failure) {
        let index = try KindleIndex(&database, at: header.contentsIndex)
        func place(_ entry: KindleIndex.Entry) -> Int? {
            guard let fragment = entry.number(6) else { return header.isKF8 ? nil : entry.number(1) }
            return position(fragment, entry.number(6, 1) ?? 0)
        }
        func title(_ index: KindleIndex, _ tag: Int, _ entry: KindleIndex.Entry) -> String {
            let text = index.text(entry.number(tag))?.prefix(2000)
            return text.map { TextDecoding.string($0, charset: header.charset).collapsed } ?? ""
        }
        // The places of entries, since those without a place are left out.
        var kept: [Int: Int] = [:]
        for (number, entry) in index.entries.prefix(KindleContents.most).enumerated() {
            let text = title(index, 3, entry)
            guard let position = place(entry), !text.isEmpty else { continue }
            kept[number] = contents.count
            contents.append(Entry(title: text, position: position, parent: entry.number(21).flatMap { kept[$0] }))
        }
        guard header.isKF8 else { return }
        let places = try KindleIndex(&database, at: header.guideIndex)
        for entry in places.entries.prefix(1000) {
            guard let position = place(entry) ?? entry.number(3).flatMap({ position($0, 0) }) else { continue }
            let type = String(decoding: entry.name, as: UTF8.self)
            guide.append(Entry(title: title(places, 1, entry), position: position, type: type))
        }
    }

    mutating func add(guide entries: [(type: String, title: [UInt8], position: Int)], charset: String) {
        guide += entries.prefix(1000).map {
            Entry(title: KindleContents.text($0.title, charset), position: $0.position, type: $0.type)
        }
    }

    mutating func add(links: [(title: [UInt8], position: Int)], charset: String) {
        contents = links.prefix(KindleContents.most).map {
            Entry(title: KindleContents.text($0.title, charset), position: $0.position)
        }
    }

    /// Text of markup, with its character references.
    private static func text(_ bytes: [UInt8], _ charset: String) -> String {
        let document = MadeDocument.html(
            title: "", language: nil, head: "", body: TextDecoding.string(bytes.prefix(2000), charset: charset))
        let tree = try? document.withBytes { (bytes) throws(Failure) in
            try HTMLDocument.parse(bytes, keepsSpace: true, isXHTML: false)
        }.tree
        return tree.flatMap { tree in tree.root.map { tree.text(of: $0).collapsed } } ?? ""
    }

    var positions: Set<Int> { Set((contents + guide).map(\.position)) }

    // MARK: Links

    func links(_ targets: KindleTargets) -> [Link] {
        var children: [Int: [Int]] = [:]
        var depths: [Int] = []
        var parents: [Int?] = []
        for (number, entry) in contents.enumerated() {
            // A parent comes before its children, so there are no cycles.
            var parent = entry.parent
            if let above = parent, depths[above] >= KindleContents.deepest { parent = parents[above] }
            parents.append(parent)
            depths.append(parent.map { depths[$0] + 1 } ?? 0)
            children[parent ?? -1, default: []].append(number)
        }
        return links(of: -1, children, targets)
    }

    private func links(of parent: Int, _ children: [Int: [Int]], _ targets: KindleTargets) -> [Link] {
        (children[parent] ?? []).compactMap { number in
            targets.href(contents[number].position).map {
                Link(href: $0, title: contents[number].title, children: links(of: number, children, targets))
            }
        }
    }

    func landmarks(_ targets: KindleTargets) -> [Link] {
        guide.compactMap { entry in
            guard let href = targets.href(entry.position), let type = entry.type, StreamSafeText.contains(type) else {
                return nil
            }
            let title = entry.title.isEmpty ? type : entry.title
            return Navigation.entry(
                title: title, href: href, rels: [Navigation.rel(ofType: Guide.structuralType(type))], children: [])
        }
    }
}
