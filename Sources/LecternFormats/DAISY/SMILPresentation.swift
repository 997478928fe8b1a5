// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// A part of a recording.
struct SMILClip {
    /// The href of the recording.
    let href: String
    /// In seconds.
    let begin: Double
    /// In seconds; nil for the end of the recording.
    var end: Double?

    /// The href with a media fragment; without one for the whole recording.
    var reference: String? {
        guard let start = MediaFragment.seconds(begin) else { return nil }
        let stop = end.flatMap { $0 > begin ? MediaFragment.seconds($0) : nil }.map { "," + $0 } ?? ""
        return begin == 0 && stop.isEmpty ? href : "\(href)#t=\(start)\(stop)"
    }
}

/// A step of a presentation: a text and its recording; or a group of steps.
struct SMILStep {
    /// The ids of the element, and of the media in it.
    var ids: [String] = []
    /// The href of the text.
    var text: String?
    var clips: [SMILClip] = []
    /// Roles of guided navigation: why a listener may want to skip it.
    var roles: [String] = []
    var children: [SMILStep] = []

    var isEmpty: Bool { text == nil && clips.isEmpty && children.isEmpty }
}

/// Reads the SMIL files of DAISY 2.02 (SMIL 1.0) and DAISY 3 (SMIL 2.0), which say when each text is heard.
struct SMILPresentation {
    /// The memory for the steps of a book.  A crafted one can repeat long references a million times.
    static let maxMemory = 256 << 20
    private static let stepSize = 256
    private static let stringSize = 64
    /// In seconds.  Clips of a text that are no further apart are one.
    private static let near = 0.05

    private let tree: MarkupTree
    private let base: HrefBase
    private let most: Int
    /// The structures of custom tests, by their ids.
    private let structures: [String: String]
    private var memory: Int
    private var log: WarningLog

    static func steps(
        _ tree: MarkupTree, path: String, structures: [String: String], memory: inout Int, most: Int,
        _ log: inout WarningLog
    ) throws(Failure) -> [SMILStep] {
        guard let root = tree.root, tree.name(of: root) == .smil, let body = tree.firstChild(of: root, named: .body)
        else {
            log.add(.major, "The document is not a SMIL presentation.", [path])
            return []
        }
        var reader = SMILPresentation(
            tree: tree, base: HrefBase(entryPath: path), most: most, structures: structures, memory: memory, log: log)
        let steps = try reader.steps(in: body, depth: 1)
        memory = reader.memory
        log = reader.log
        return steps
    }

    private init(
        tree: MarkupTree, base: HrefBase, most: Int, structures: [String: String], memory: Int, log: WarningLog
    ) {
        self.tree = tree
        self.base = base
        self.most = most
        self.structures = structures
        self.memory = memory
        self.log = log
    }

    // MARK: Steps

    private mutating func steps(in parent: MarkupTree.Node, depth: Int) throws(Failure) -> [SMILStep] {
        guard depth <= most else { return [] }
        var steps: [SMILStep] = []
        for node in tree.children(of: parent) {
            var step: SMILStep
            switch tree.localName(of: node) {
            case "par": step = try parallel(node, depth: depth)
            case "seq", "a", "excl", "switch":
                step = try described(node)
                step.children = try self.steps(in: node, depth: depth + 1)
            case "text", "audio":
                step = SMILStep()
                try addMedia(node, to: &step)
            default: continue
            }
            if !step.isEmpty { steps.append(step) }
        }
        return steps
    }

    /// A text with its clips.  Steps inside follow it, such as a note after its number.
    private mutating func parallel(_ node: MarkupTree.Node, depth: Int) throws(Failure) -> SMILStep {
        var step = try described(node)
        try gather(node, in: &step, depth: depth)
        guard !step.children.isEmpty, step.text != nil || !step.clips.isEmpty else { return step }
        let own = SMILStep(text: step.text, clips: step.clips)
        return SMILStep(ids: step.ids, roles: step.roles, children: [own] + step.children)
    }

    private mutating func gather(_ node: MarkupTree.Node, in step: inout SMILStep, depth: Int) throws(Failure) {
        guard depth <= most else { return }
        for child in tree.children(of: node) {
            switch tree.localName(of: child) {
            case "text", "audio": try addMedia(child, to: &step)
            case "par":
                let inner = try parallel(child, depth: depth + 1)
                if !inner.isEmpty { step.children.append(inner) }
            case "seq", "a", "excl", "switch":
                try addID(of: child, to: &step)
                if tree.children(of: child).contains(where: { ["par", "text"].contains(tree.localName(of: $0)) }) {
                    step.children += try steps(in: child, depth: depth + 1)
                } else {
                    try gather(child, in: &step, depth: depth + 1)
                }
            default: break
            }
        }
    }

    private mutating func described(_ node: MarkupTree.Node) throws(Failure) -> SMILStep {
        try charge(SMILPresentation.stepSize)
        var step = SMILStep()
        try addID(of: node, to: &step)
        let names = ["system-required", "customTest", "class"].flatMap { name in
            (tree.value(named: name, of: node) ?? "").words
        }
        step.roles = names.compactMap { DAISYStructure.role(structures[$0] ?? $0) }.withoutRepetitions
        return step
    }

    // MARK: Media

    private mutating func addID(of node: MarkupTree.Node, to step: inout SMILStep) throws(Failure) {
        if let id = try kept(tree.valueText(.id, of: node)) { step.ids.append(id) }
    }

    private mutating func addMedia(_ node: MarkupTree.Node, to step: inout SMILStep) throws(Failure) {
        try addID(of: node, to: &step)
        guard let source = tree.value(.src, of: node),
            let href = try kept(Navigation.target(source, in: tree, base: base, &log))
        else { return }
        guard tree.name(of: node) == .audio else {
            if step.text == nil { step.text = href }
            return
        }
        let clip = SMILClip(
            href: Href.withoutFragment(href), begin: time("clip-begin", "clipBegin", of: node) ?? 0,
            end: time("clip-end", "clipEnd", of: node))
        if let last = step.clips.last, last.href == clip.href, let end = last.end,
            abs(clip.begin - end) <= SMILPresentation.near
        {
            step.clips[step.clips.count - 1].end = clip.end
        } else {
            step.clips.append(clip)
        }
    }

    private mutating func time(_ name: String, _ other: String, of node: MarkupTree.Node) -> Double? {
        guard let text = tree.value(named: name, of: node) ?? tree.value(named: other, of: node) else { return nil }
        if let seconds = ClockValue.seconds(text), seconds.isFinite { return seconds }
        log.add(.minor, "\"\(text.prefix(100))\" is not a clock value.", [base.href])
        return nil
    }

    private mutating func kept(_ text: String?) throws(Failure) -> String? {
        if let text { try charge(text.utf8.count + SMILPresentation.stringSize) }
        return text
    }

    private mutating func charge(_ bytes: Int) throws(Failure) {
        guard bytes <= memory else {
            throw Failure(
                .limit, "The SMIL files take more than \(SMILPresentation.maxMemory >> 20) MB.", path: [base.href])
        }
        memory -= bytes
    }
}
