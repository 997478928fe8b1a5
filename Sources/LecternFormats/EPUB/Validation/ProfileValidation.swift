// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The requirements for publications whose `dc:type` declares a profile: EPUB Dictionaries and Glossaries 1.0, EPUB for
/// Education, EPUB Previews 1.0.
enum ProfileValidation {
    /// The properties that a type requires.
    private static let needed: [(type: String, property: MetadataProperty, name: String)] = [
        ("edupub", .accessibilityFeature, "schema:accessibilityFeature"),
        ("teacher-edition", .source, "dc:source"),
        ("teacher-guide", .source, "dc:source"),
    ]

    static func review(
        _ metadata: PackageMetadata, _ navigation: Navigation, _ order: borrowing ReadingOrder, _ log: inout WarningLog
    ) {
        let types = metadata.all(.type).map(\.value)
        let path = { [metadata.package.path, "/package/metadata"] }
        reviewKeyMaps(types, order, &log)
        guard !types.isEmpty, metadata.package.isEPUB3 else { return }
        for (type, property, name) in needed where types.contains(type) && metadata.first(property) == nil {
            log.add(.minor, "A publication of the type \"\(type)\" requires \(name).", path())
        }
        if types.contains("dictionary") { reviewLanguages(metadata, &log) }
        if types.contains("edupub"), !navigation.pageList.isEmpty, metadata.first(.source) == nil {
            log.add(.minor, "The page list requires a dc:source that identifies the book whose pages it lists.", path())
        }
        if types.contains("preview"), let source = metadata.first(.source),
            metadata.all(.identifier).contains(where: { $0.value == source.value })
        {
            log.add(.minor, "The dc:source of the preview is its own identifier.", metadata.location(of: source))
        }
    }

    /// A publication with a search key map is a dictionary, and a dictionary has one (Dictionaries, 2.1 and 4).
    private static func reviewKeyMaps(_ types: [String], _ order: borrowing ReadingOrder, _ log: inout WarningLog) {
        let package = order.items.package
        let path = { [package.path, "/package/manifest"] }
        let isDictionary = types.contains("dictionary")
        guard isDictionary || !order.roles.unusual.isEmpty else { return }
        let keyMaps = order.roles.hrefs(ofItemsWith: "search-key-map", order.items)
        if isDictionary && keyMaps.isEmpty { log.add(.minor, "A dictionary requires a search key map.", path()) }
        if !isDictionary && !order.roles.hrefs(ofItemsWith: "dictionary", order.items).isEmpty {
            log.add(.minor, "The publication has a dictionary, but not the type \"dictionary\".", path())
        }
        if keyMaps.contains(where: { !$0.hasSuffix(".xml") }) {
            log.add(.minor, "The name of a search key map should end in \".xml\".", path())
        }
    }

    /// Both languages are required, for the publication or for each collection.  The source language must be one of the
    /// publication (3.2).
    private static func reviewLanguages(_ metadata: PackageMetadata, _ log: inout WarningLog) {
        let package = metadata.package
        let languages = Set(metadata.all(.language).map(\.value))
        let statements = [metadata.first(.sourceLanguage), metadata.first(.targetLanguage)]
        var owners = [(node: package.root, values: statements.map { $0?.value })]
        if statements.allSatisfy({ $0 == nil }) {
            let dictionaries = package.tree.children(of: package.root, named: .collection).filter {
                package.tree.valueText(.role, of: $0) == "dictionary"
            }
            guard !dictionaries.isEmpty else { return }
            owners = dictionaries.map { node in
                (node, ["source-language", "target-language"].map { value($0, of: node, package) })
            }
        }
        for owner in owners {
            let path = { [package.path, package.location(of: owner.node)] }
            if owner.values.contains(nil) {
                log.add(.minor, "A dictionary requires a source language and a target language.", path())
            }
            for value in owner.values.compactMap({ $0 }) where !languages.contains(value) {
                log.add(
                    .minor,
                    "The language \"\(value.prefix(100))\" of the dictionary is not a language of the publication.",
                    path())
            }
        }
    }

    /// The value of a property in the metadata of a collection.
    private static func value(_ property: String, of collection: MarkupTree.Node, _ package: PackageDocument) -> String?
    {
        let tree = package.tree
        guard let metadata = tree.firstChild(of: collection, named: .metadata) else { return nil }
        let meta = tree.children(of: metadata, named: .meta).first { tree.valueText(.property, of: $0) == property }
        return meta.map(tree.trimmedText)
    }
}
