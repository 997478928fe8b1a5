// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Builds a tree from XML whose tags need not match, such as a damaged package document.
///
/// An end tag closes the innermost open element with its name, and everything inside.  If none is within reach, the tag
/// is ignored.
struct LooseXMLSink: HTMLTokenSink {
    static let wantsAttributes = true

    private var builder: MarkupTreeBuilder
    private var open = OpenNames()
    /// Whether the root has been closed.  It remains open for any content that follows, except white space.
    private var isAfterEnd = false

    init(builder: MarkupTreeBuilder) { self.builder = builder }

    var isStopped: Bool { builder.failure != nil }
    var readsSections: Bool { true }
    var keepsNUL: Bool { true }

    /// The tree, which has no root if there were no tags.
    func finish() throws(Failure) -> MarkupTree { try builder.finished() }

    mutating func startTag(_ tag: HTMLStartTag) -> HTMLContent {
        isAfterEnd = false
        builder.beginElement(tag.name)
        for (name, value) in tag.attributes { builder.attribute(name, value) }
        if tag.isSelfClosing && open.count > 0 { builder.endElement() } else { open.push(tag.name) }
        return .data
    }

    mutating func endTag(_ name: UnsafeBufferPointer<UInt8>) {
        guard let index = open.innermost(name, where: { builder.isOpenElement(at: $0, named: name) }) else { return }
        isAfterEnd = index == 0
        while open.count > max(index, 1) {
            open.pop()
            builder.endElement()
        }
    }

    mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
        if open.count == 0 { return }
        if isAfterEnd {
            if bytes.allSatisfy(ASCII.isSpace) { return }
            isAfterEnd = false
        }
        builder.text(bytes)
    }
}

/// The names of the open elements.  Names with the same hash are linked: searching the whole stack for each tag would
/// take quadratic time in deeply nested documents.
private struct OpenNames {
    private struct Entry {
        let hash: UInt32
        /// The next outer element in the same bucket, or -1.
        let previous: Int32
    }

    private var entries: [Entry] = []
    private var buckets = [Int32](repeating: -1, count: Int(OpenNames.mask) + 1)

    private static let mask: UInt32 = 1023
    /// The maximum number of elements of a bucket to compare, because crafted names can share one.
    private static let maxSteps = 128

    var count: Int { entries.count }

    mutating func push(_ name: UnsafeBufferPointer<UInt8>) {
        let hash = OpenNames.hash(of: name)
        let bucket = Int(hash & OpenNames.mask)
        entries.append(Entry(hash: hash, previous: buckets[bucket]))
        buckets[bucket] = Int32(truncatingIfNeeded: count - 1)
    }

    mutating func pop() {
        guard let entry = entries.popLast() else { return }
        buckets[Int(entry.hash & OpenNames.mask)] = entry.previous
    }

    /// The innermost element with this name.
    func innermost(_ name: UnsafeBufferPointer<UInt8>, where isMatch: (Int) -> Bool) -> Int? {
        let hash = OpenNames.hash(of: name)
        var index = Int(buckets[Int(hash & OpenNames.mask)])
        for _ in 0..<OpenNames.maxSteps {
            guard index >= 0 else { return nil }
            if entries[index].hash == hash && isMatch(index) { return index }
            index = Int(entries[index].previous)
        }
        return nil
    }

    private static func hash(of name: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash ^ hash >> 15
    }
}
