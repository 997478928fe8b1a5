// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// One metadata statement in any syntax: a Dublin Core element, a `meta` of EPUB 3 or 2, or a `link`.
struct MetadataItem {
    enum Form { case element, property, nameAndContent, link }

    let node: MarkupTree.Node
    let form: Form
    let name: PropertyName
    let property: MetadataProperty
    /// The value with white space collapsed (5.5.2), except in a description, whose line breaks are paragraphs; the href
    /// of a link.
    let value: String
    /// Whether it refines another item or a resource rather than the publication.
    let isRefinement: Bool
    /// The first item that refines this one.  Such items form a linked list in document order, which ends with -1.
    fileprivate(set) var firstRefinement = -1
    /// The item that this one refines, or -1.
    fileprivate(set) var subject = -1
    fileprivate var lastRefinement = -1
    fileprivate var nextRefinement = -1
}

/// All metadata statements in document order, with their refinements (EPUB 3.3, 5.5).
///
/// The elements are read once.  Refinements are only followed for a single step, so that neither long nor circular
/// chains matter.
struct PackageMetadata {
    let package: PackageDocument
    private(set) var items: [MetadataItem] = []
    /// Refinements of elements that are not metadata, such as resources, with the id that they refer to.
    private(set) var outerRefinements: [(id: MarkupTree.Slice, item: Int)] = []
    /// The language of values without `xml:lang` (4.3): that of the package, otherwise the first language of the publication.
    private(set) var language: String?
    /// The properties of all items as bits, and those of items that describe the publication itself.
    private var mentioned: UInt64 = 0
    private var stated: UInt64 = 0

    let prefixes: Prefixes

    init(_ package: PackageDocument, _ files: inout PublicationFiles) throws(Failure) {
        self.package = package
        prefixes = Prefixes(package.tree.attributeText(.prefix, of: package.root))
        items.reserveCapacity(package.metadata.count)
        var refined: [MarkupTree.Slice?] = []
        var ids = NameIndex(capacity: package.metadata.count)
        for node in package.metadata {
            guard let (item, refines) = read(node, &files) else { continue }
            if let id = package.tree.value(.id, of: node) {
                try package.tree.insert(id, value: items.count, into: &ids)
            }
            mentioned |= item.property.bit
            if PackageMetadata.isStatement(item) { stated |= item.property.bit }
            refined.append(refines)
            items.append(item)
        }
        for (index, id) in refined.enumerated() {
            if let id { attach(index, to: package.tree.find(id, in: ids), id) }
        }
        language = defaultLanguage()
    }

    private mutating func attach(_ refinement: Int, to target: Int?, _ id: MarkupTree.Slice) {
        guard let target else { return outerRefinements.append((id, refinement)) }
        if items[target].firstRefinement < 0 {
            items[target].firstRefinement = refinement
        } else {
            items[items[target].lastRefinement].nextRefinement = refinement
        }
        items[target].lastRefinement = refinement
        items[refinement].subject = target
    }

    private func defaultLanguage() -> String? {
        if let language = package.tree.language(of: package.root).flatMap(LanguageTag.canonical) { return language }
        return first(.language).flatMap { LanguageTag.canonical($0.value) }
    }

    // MARK: Parsing

    /// - Returns: the item, and the id that it refines.
    private func read(
        _ node: MarkupTree.Node, _ files: inout PublicationFiles
    ) -> (item: MetadataItem, refines: MarkupTree.Slice?)? {
        let tree = package.tree
        switch tree.name(of: node) {
        case .meta:
            guard let property = tree.valueText(.property, of: node) else {
                let item = readNameAndContent(node)
                if item == nil, tree.attribute(.name, of: node) == nil {
                    files.log.add(
                        .minor, "The meta element has no property.", [package.path, package.location(of: node)])
                }
                return item
            }
            let name = prefixes.property(property)
            // The meaning of "og" is well known, and it is never declared.
            if case .undeclared(let prefix) = name.vocabulary, prefix != "og" {
                files.log.add(
                    .minor, "The prefix \"\(prefix.prefix(100))\" is not declared.",
                    [package.path, package.location(of: node)])
            }
            // Some books have the value in the attribute that EPUB 2 uses.
            let text = tree.collapsedText(of: node)
            let value = text.isEmpty ? tree.valueText(.content, of: node)?.collapsed ?? "" : text
            checkValue(value, node, &files.log)
            return make(node, .property, name, value)
        case .link:
            guard let rel = tree.valueText(.rel, of: node), let href = tree.valueText(.href, of: node) else {
                return nil
            }
            return make(node, .link, prefixes.property(rel), href)
        default:
            let name = localName(of: node)
            guard isDublinCore(node, name) else { return nil }
            let value = name == "description" ? tree.trimmedText(of: node) : tree.collapsedText(of: node)
            if value.isEmpty && PackageMetadata.valued.contains(name) { checkValue(value, node, &files.log) }
            return make(node, .element, PropertyName(.dcterms, name), value)
        }
    }

    /// The local name.  Element names of OEB 1.0 are capitalised.
    private func localName(of node: MarkupTree.Node) -> String {
        package.tree.localName(of: node).withoutCapital
    }

    /// Checks the namespace.  If it is missing or that of a draft, the name decides.
    private func isDublinCore(_ node: MarkupTree.Node, _ name: String) -> Bool {
        switch package.tree.namespace(of: node) {
        case .dc, .dcterms: return true
        case nil, .opf: return PackageMetadata.elements.contains(name)
        default: return false
        }
    }

    /// The Dublin Core Metadata Element Set.
    private static let elements: Set<String> = [
        "contributor", "coverage", "creator", "date", "description", "format", "identifier", "language", "publisher",
        "relation", "rights", "source", "subject", "title", "type",
    ]

    private func readNameAndContent(_ node: MarkupTree.Node) -> (item: MetadataItem, refines: MarkupTree.Slice?)? {
        let tree = package.tree
        guard let name = tree.valueText(.name, of: node), let content = tree.attributeText(.content, of: node) else {
            return nil
        }
        return make(node, .nameAndContent, prefixes.property(name), content.collapsed)
    }

    /// Elements whose values are machine-readable, so that they must not be empty.
    private static let valued: Set<String> = ["date", "identifier", "language"]

    /// Warns about empty elements, which are ignored (5.5.2).
    private func checkValue(_ value: String, _ node: MarkupTree.Node, _ log: inout WarningLog) {
        if value.isEmpty { log.add(.minor, "The element is empty.", [package.path, package.location(of: node)]) }
    }

    private func make(
        _ node: MarkupTree.Node, _ form: MetadataItem.Form, _ name: PropertyName, _ value: String
    ) -> (item: MetadataItem, refines: MarkupTree.Slice?)? {
        guard !value.isEmpty else { return nil }
        let refines = refinedID(of: node)
        let item = MetadataItem(
            node: node, form: form, name: name, property: MetadataProperty(name), value: value,
            isRefinement: refines != nil)
        return (item, refines)
    }

    /// The id after the `#`, which some books omit.
    private func refinedID(of node: MarkupTree.Node) -> MarkupTree.Slice? {
        guard let refines = package.tree.value(.refines, of: node) else { return nil }
        return package.tree.withBytes(of: refines) { bytes in
            guard let hash = bytes.firstIndex(of: UInt8(ascii: "#")) else { return refines }
            let skipped = Int32(truncatingIfNeeded: hash + 1)
            return MarkupTree.Slice(start: refines.start + skipped, count: refines.count - skipped)
        }
    }

    // MARK: Lookup

    /// The statements about the publication itself.
    func all(_ property: MetadataProperty) -> [MetadataItem] {
        guard stated & property.bit != 0 else { return [] }
        var found: [MetadataItem] = []
        for index in items.indices where states(property, index) { found.append(items[index]) }
        return found
    }

    func first(_ property: MetadataProperty) -> MetadataItem? {
        guard stated & property.bit != 0 else { return nil }
        for index in items.indices where states(property, index) { return items[index] }
        return nil
    }

    /// Accesses the array in place.  Taking the item out would copy all of its strings.
    @inline(__always)
    private func states(_ property: MetadataProperty, _ index: Int) -> Bool {
        items[index].property == property && PackageMetadata.isStatement(items[index])
    }

    private static func isStatement(_ item: borrowing MetadataItem) -> Bool { !item.isRefinement && item.form != .link }

    /// Whether any item has one of these properties, no matter what it describes.
    func mentions(_ properties: UInt64) -> Bool { mentioned & properties != 0 }

    /// The refinements of `item` in document order.
    func refinements(of item: MetadataItem) -> Refinements { Refinements(items: items, upcoming: item.firstRefinement) }

    /// The first refinement of `item` with a property.
    func refinement(of item: MetadataItem, _ property: MetadataProperty) -> MetadataItem? {
        var next = item.firstRefinement
        while next >= 0 {
            if items[next].property == property { return items[next] }
            next = items[next].nextRefinement
        }
        return nil
    }

    struct Refinements: Sequence, IteratorProtocol {
        let items: [MetadataItem]
        var upcoming: Int

        mutating func next() -> MetadataItem? {
            guard upcoming >= 0 else { return nil }
            let item = items[upcoming]
            upcoming = item.nextRefinement
            return item
        }
    }

    /// An attribute of EPUB 2, such as `opf:role`.  Some books omit the prefix.
    func legacyAttribute(_ name: MarkupName, of item: MetadataItem) -> String? {
        let tree = package.tree
        for index in tree.attributeRange(of: item.node) where tree.attributes[index].name == name {
            let value = tree.trimmed(tree.attributes[index].value)
            if value.count > 0 { return tree.string(value) }
        }
        return nil
    }

    func location(of item: MetadataItem) -> [String] { [package.path, package.location(of: item.node)] }
}

extension String {
    /// The name with its first letter in lower case.
    fileprivate var withoutCapital: String {
        guard let first = utf8.first, ASCII.lowercased(first) != first else { return self }
        return String(UnicodeScalar(ASCII.lowercased(first))) + dropFirst()
    }
}

extension MarkupTree {
    /// Adds a name to an index.  Returns the previous value of the name, if any.
    @discardableResult
    func insert(_ name: Slice, value: Int, into index: inout NameIndex) throws(Failure) -> Int? {
        let before = try indexing { (text) throws(Failure) in
            try index.insert(
                Int(name.start)..<Int(name.start) + Int(name.count), value: Int32(truncatingIfNeeded: value), in: text)
        }
        return before.map(Int.init)
    }

    func find(_ name: Slice, in index: borrowing NameIndex) -> Int? {
        let found = indexing { text in
            withBytes(of: name) { index.value(of: UnsafeRawBufferPointer($0), in: text) }
        }
        return found.map(Int.init)
    }

    private func indexing<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E) -> T {
        defer { withExtendedLifetime(storage) {} }
        let text = storage.contents.pointee.text
        return try body(UnsafeRawBufferPointer(start: text.base, count: text.count))
    }
}
