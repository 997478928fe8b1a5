// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a page of a document is drawn from, as the standard defines it (ISO 32000-1, 7.7.3).
struct PDFPageParts {
    /// Objects that are streams, in their order.
    let contents: [Int]
    /// Its own, or those of the next node above that has some; null if there are none.
    let resources: PDFObject

    private static let maxDepth = 64
    private static let maxContents = 10_000
    private static let maxInherited = 256

    /// What pages have from the node above them, by its number: a node may have thousands of kids, and is read once.
    typealias Inherited = [Int: PDFObject]

    init(_ page: PDFDictionary, _ objects: PDFObjects, _ inherited: inout Inherited) throws(Failure) {
        contents = try PDFPageParts.contents(page[.contents], objects)
        guard page[.resources] == nil, case .reference(let parent)? = page[.parent] else {
            resources = try PDFPageParts.resources(of: page, objects)
            return
        }
        if let known = inherited[parent] {
            resources = known
            return
        }
        resources = try PDFPageParts.resources(of: page, objects)
        if inherited.count >= PDFPageParts.maxInherited { inherited = [:] }
        inherited[parent] = resources
    }

    /// Those of the first page.
    static func first(_ objects: PDFObjects) throws(Failure) -> PDFPageParts {
        var node = try objects.dictionary(try objects.catalog()[.pages])
        var depth = 0
        while let kids = node[.kids] {
            depth += 1
            guard depth <= PDFPageParts.maxDepth, case .array(let list) = try objects.resolved(kids),
                let first = list.first
            else { throw PDFInput.damaged }
            node = try objects.dictionary(first)
        }
        var inherited: Inherited = [:]
        return try PDFPageParts(node, objects, &inherited)
    }

    private static func contents(_ object: PDFObject?, _ objects: PDFObjects) throws(Failure) -> [Int] {
        guard case .array(let list) = try objects.resolved(object) else {
            guard case .reference(let number) = object else { return [] }
            return [number]
        }
        guard list.count <= maxContents else { throw PDFInput.tooMuch }
        var numbers: [Int] = []
        for item in list {
            guard case .reference(let number) = item else { throw PDFInput.damaged }
            numbers.append(number)
        }
        return numbers
    }

    private static func resources(of page: PDFDictionary, _ objects: PDFObjects) throws(Failure) -> PDFObject {
        var node = page
        for _ in 0..<maxDepth {
            if let resources = node[.resources] { return resources }
            guard let parent = node[.parent] else { return .null }
            node = try objects.dictionary(parent)
        }
        throw PDFInput.damaged
    }
}
