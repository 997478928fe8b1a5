// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A media overlay (EPUB 3.3, 9; SMIL 3.0), which synchronises audio with text.  Readium calls it guided navigation.
///
/// A `par` becomes an object with its references, a `seq` an object with children.  Elements without a reference to
/// text or without content are left out.
public struct MediaOverlayDocument {
    /// In bytes.  The document is held in memory as a tree, which is several times larger.
    private static let maxDocument = 32 << 20
    /// The approximate memory limit for the objects of one call.  A crafted document can repeat long paths a million times.
    public static let maxMemory = 256 << 20
    /// The size of an object without its strings.
    private static let objectSize = 320
    private static let stringSize = 64

    private let tree: MarkupTree
    private let base: HrefBase
    private let maxNesting: Int
    private var memory: Int
    private var wasTooDeep = false
    private var log: WarningLog

    /// - Parameters:
    ///   - href: the href of the overlay, which its references are relative to.
    ///   - memory: the rest of `maxMemory`.
    public static func read(
        _ text: ByteBuffer, href: String, limits: Limits, memory: inout Int, _ log: inout WarningLog
    ) throws(Failure) -> [GuidedNavigationObject] {
        guard text.count <= maxDocument else {
            throw Failure(.limit, "The document is larger than \(maxDocument >> 20) MB.", path: [href])
        }
        let tree = try Document.parse(text, path: href, with: XMLParser(), log: &log)
        guard let root = tree.root, tree.name(of: root) == .smil, let body = tree.firstChild(of: root, named: .body)
        else {
            throw Failure(.format, "The document is not a media overlay.", path: [href])
        }
        var overlay = MediaOverlayDocument(
            tree: tree, base: HrefBase(href: href), maxNesting: Int(clamping: limits.maxNesting),
            memory: memory - tree.added, log: log)
        let objects = try overlay.objects(in: body, depth: 1)
        memory = overlay.memory
        log = overlay.log
        return objects
    }

    private init(tree: MarkupTree, base: HrefBase, maxNesting: Int, memory: Int, log: WarningLog) {
        self.tree = tree
        self.base = base
        self.maxNesting = maxNesting
        self.memory = memory
        self.log = log
    }

    // MARK: Elements

    private mutating func objects(in parent: MarkupTree.Node, depth: Int) throws(Failure) -> [GuidedNavigationObject] {
        guard depth <= maxNesting else {
            if !wasTooDeep {
                log.add(.moderate, "The sequences are nested too deeply; the rest is ignored.", [base.href])
            }
            wasTooDeep = true
            return []
        }
        var objects: [GuidedNavigationObject] = []
        for node in tree.children(of: parent) {
            let object: GuidedNavigationObject?
            switch tree.name(of: node) {
            case .seq: object = try sequence(node, depth: depth)
            case .par: object = try parallel(node)
            default: object = nil
            }
            if let object { objects.append(object) }
        }
        return objects
    }

    private mutating func sequence(_ node: MarkupTree.Node, depth: Int) throws(Failure) -> GuidedNavigationObject? {
        let target = tree.attribute(.textref, in: .ops, of: node) ?? tree.value(.textref, of: node)
        let children = try objects(in: node, depth: depth + 1)
        return GuidedNavigationObject(
            id: try kept(tree.valueText(.id, of: node)), refs: GuidedNavigationRefs(text: try reference(target)),
            roles: [GuidedNavigationRole.sequence] + (try roles(of: node)), children: children)
    }

    private mutating func parallel(_ node: MarkupTree.Node) throws(Failure) -> GuidedNavigationObject? {
        guard let text = try media(.text, of: node) else {
            log.add(.minor, "A par element has no text element.", [base.href])
            return nil
        }
        let refs = GuidedNavigationRefs(
            text: text, image: try media(.img, of: node), audio: try clip(.audio, of: node),
            video: try clip(.video, of: node))
        return GuidedNavigationObject(
            id: try kept(tree.valueText(.id, of: node)), refs: refs, roles: try roles(of: node))
    }

    private mutating func roles(of node: MarkupTree.Node) throws(Failure) -> [String] {
        try charge(MediaOverlayDocument.objectSize)
        var roles: [String] = []
        for type in tree.structuralTypes(of: node) {
            if let role = try kept(GuidedNavigationRole.role(ofType: type)) { roles.append(role) }
        }
        return roles
    }

    // MARK: References

    /// The target of a media element in a `par`.
    private mutating func media(_ name: MarkupName, of par: MarkupTree.Node) throws(Failure) -> String? {
        guard let element = tree.firstChild(of: par, named: name) else { return nil }
        return try reference(tree.value(.src, of: element))
    }

    /// The target of an audio or video element, with the clip as a media fragment.
    private mutating func clip(_ name: MarkupName, of par: MarkupTree.Node) throws(Failure) -> String? {
        guard let element = tree.firstChild(of: par, named: name),
            let target = try reference(tree.value(.src, of: element))
        else { return nil }
        // Like a temporal fragment that is not valid, a clip whose begin cannot be read is ignored as a whole.
        guard let begin = time(.clipBegin, of: element, defaultingTo: "") else { return target }
        var end = time(.clipEnd, of: element, defaultingTo: "") ?? ""
        // Such a fragment is not valid either (Media Fragments URI 1.0, 4.2.1).
        if !end.isEmpty, Double(end) ?? 0 <= Double(begin) ?? 0 {
            log.add(.minor, "A clip does not end behind its begin.", [base.href])
            end = ""
        }
        guard !begin.isEmpty || !end.isEmpty else { return target }
        return "\(Href.withoutFragment(target))#t=\(begin)\(end.isEmpty ? "" : ",")\(end)"
    }

    /// Returns nil for a value that cannot be read.
    private mutating func time(
        _ name: MarkupName, of element: MarkupTree.Node, defaultingTo standard: String
    ) -> String? {
        guard let text = tree.valueText(name, of: element) else { return standard }
        if let time = ClockValue.seconds(text).flatMap(MediaFragment.seconds) { return time }
        log.add(.minor, "\"\(text.prefix(100))\" is not a clock value.", [base.href])
        return nil
    }

    private mutating func reference(_ target: MarkupTree.Slice?) throws(Failure) -> String? {
        guard target?.count != 0 else { return nil }
        return try kept(Navigation.target(target, in: tree, base: base, &log))
    }

    // MARK: Memory

    private mutating func kept(_ text: String?) throws(Failure) -> String? {
        if let text { try charge(text.utf8.count + MediaOverlayDocument.stringSize) }
        return text
    }

    private mutating func charge(_ bytes: Int) throws(Failure) {
        guard bytes <= memory else {
            throw Failure(
                .limit, "The media overlays take more than \(MediaOverlayDocument.maxMemory >> 20) MB.",
                path: [base.href])
        }
        memory -= bytes
    }
}

/// Media fragments, which identify a part of a recording (Media Fragments URI 1.0, 4.2.1).
public enum MediaFragment {
    /// Formats seconds with millisecond precision and no trailing zeros: "90", "5.12".  Returns nil if the number is
    /// too large.
    public static func seconds(_ seconds: Double) -> String? {
        guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()), milliseconds >= 0 else { return nil }
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest > 0 else { return String(whole) }
        var digits = String(1000 + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
