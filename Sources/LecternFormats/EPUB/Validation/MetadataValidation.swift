// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Validates metadata statements with the rules of their properties (EPUB 3.3, 5.5 and D.3).
struct MetadataValidation {
    private let metadata: PackageMetadata
    private var log: WarningLog
    /// The properties seen for the publication, as bits, and those seen for each item.
    private var seen: UInt64 = 0
    private var seenOfItem: [UInt64] = []

    static func review(_ metadata: PackageMetadata, _ log: inout WarningLog) {
        var review = MetadataValidation(metadata: metadata, log: log)
        for index in metadata.items.indices where metadata.items[index].form != .link { review.review(index) }
        log = review.log
    }

    private init(metadata: PackageMetadata, log: WarningLog) {
        self.metadata = metadata
        self.log = log
    }

    private mutating func review(_ index: Int) {
        let property = metadata.items[index].property
        if property == .identifier { reviewIdentifier(index) }
        guard metadata.items[index].form == .property || metadata.items[index].form == .element && property == .date,
            metadata.package.isEPUB3
        else { return reviewLegacy(index) }
        if metadata.items[index].form == .property { reviewScheme(index) }
        if let rule = MetadataRule.byProperty[Int(property.rawValue)] { review(index, rule) }
    }

    private mutating func review(_ index: Int, _ rule: MetadataRule) {
        reviewSubject(index, rule)
        if rule.isSingle { reviewNumber(index) }
        if rule.isDeprecated { warn(index, "The property is deprecated.") }
        if rule.property == .modified { reviewModified(index) }
        guard !rule.values.isEmpty || rule.isOneWord else { return }
        let value = metadata.items[index].value
        if !rule.values.isEmpty && !rule.values.contains(value) {
            // The layout is validated when it is used.
            if rule.property != .layout { warn(index, "\"\(value.prefix(100))\" is not a value of this property.") }
        } else if rule.deprecated.contains(value) {
            warn(index, "The value \"\(value)\" is deprecated.")
        }
        if rule.isOneWord && value.words.count > 1 { warn(index, "There is more than one class name.") }
    }

    // MARK: Subjects

    private mutating func reviewSubject(_ index: Int, _ rule: MetadataRule) {
        let isRefinement = metadata.items[index].isRefinement
        switch rule.subject {
        case .anything: break
        case .publication:
            if isRefinement {
                warn(index, "The property applies to the whole publication, and must not refine an element.")
            }
        case .something:
            if !isRefinement { warn(index, "The property must refine another element.") }
        case .item(let subjects):
            if !isRefinement {
                warn(index, "The property must refine another element.")
            } else if !refines(index, subjects) {
                warn(index, "The property cannot refine this element.")
            }
        case .publicationOr(let subject):
            if isRefinement && !refines(index, [subject]) { warn(index, "The property cannot refine this element.") }
        }
    }

    private func refines(_ index: Int, _ subjects: [MetadataProperty]) -> Bool {
        let subject = metadata.items[index].subject
        return subject >= 0 && subjects.contains(metadata.items[subject].property)
    }

    /// Records each property with one bit, for the publication and for each item.
    private mutating func reviewNumber(_ index: Int) {
        let bit = metadata.items[index].property.bit
        let subject = metadata.items[index].subject
        if subject >= 0 {
            if seenOfItem.isEmpty { seenOfItem = Array(repeating: 0, count: metadata.items.count) }
            if seenOfItem[subject] & bit != 0 { warn(index, "An element can have this property only once.") }
            seenOfItem[subject] |= bit
        } else if !metadata.items[index].isRefinement {
            // A property may repeat a Dublin Core element.
            let isElement = metadata.items[index].form == .element
            guard isElement == (metadata.items[index].property == .date) else { return }
            if seen & bit != 0 { warn(index, "The property can occur only once.") }
            seen |= bit
        }
    }

    // MARK: Values

    /// Warns about properties that EPUB 2 does not have (OPF 2.0.1, 2.2).
    private mutating func reviewLegacy(_ index: Int) {
        guard metadata.items[index].form == .property, metadata.items[index].name.vocabulary == .rendition else {
            return
        }
        warn(index, "The property is not part of EPUB 2.")
    }

    /// The scheme is a property (5.5.5), and no valid value is without a prefix.
    private mutating func reviewScheme(_ index: Int) {
        let tree = metadata.package.tree
        guard let scheme = tree.value(.scheme, of: metadata.items[index].node) else { return }
        let hasPrefix = tree.withBytes(of: scheme) { $0.contains(UInt8(ascii: ":")) }
        if !hasPrefix { warn(index, "The scheme \"\(tree.string(scheme).prefix(100))\" is unknown.") }
    }

    /// Checks for CCYY-MM-DDThh:mm:ssZ (5.5.4).
    private mutating func reviewModified(_ index: Int) {
        guard !metadata.items[index].isRefinement, metadata.items[index].form == .property else { return }
        let value = metadata.items[index].value
        guard
            value.utf8.elementsEqual(
                "0000-00-00T00:00:00Z".utf8,
                by: { byte, pattern in
                    pattern == UInt8(ascii: "0") ? ASCII.isDigit(byte) : byte == pattern
                })
        else { return warn(index, "\"\(value.prefix(100))\" does not have the form CCYY-MM-DDThh:mm:ssZ.") }
    }

    /// Checks UUIDs (RFC 4122, 3).
    private mutating func reviewIdentifier(_ index: Int) {
        let value = metadata.items[index].value
        guard value.utf8.count > 9, value.utf8.prefix(9).elementsEqual("urn:uuid:".utf8) else { return }
        // Many books omit the hyphens, which is harmless.
        if value.utf8.count == 41 && value.utf8.dropFirst(9).allSatisfy({ ASCII.hexValue($0) != nil }) { return }
        let isUUID = value.utf8.dropFirst(9).elementsEqual("00000000-0000-0000-0000-000000000000".utf8) {
            byte, pattern in
            pattern == UInt8(ascii: "-") ? byte == pattern : ASCII.hexValue(byte) != nil
        }
        if !isUUID { warn(index, "\"\(value.prefix(100))\" is not a UUID.") }
    }

    private mutating func warn(_ index: Int, _ message: @autoclosure () -> String) {
        log.add(.minor, message(), metadata.location(of: metadata.items[index]))
    }
}
