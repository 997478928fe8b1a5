// SPDX-License-Identifier: BSD-3-Clause
import CExpat
import CMemory
import LecternEncodings
import LecternModel

/// Parses well-formed XML: most documents with our own scanner, the others with expat, which also reports the errors.
/// External entities are never read.  The expansion of internal entities and default attributes is limited.
public enum XMLDocument {
    public static var libraryVersion: String {
        let version = XML_ExpatVersionInfo()
        return "\(version.major).\(version.minor).\(version.micro)"
    }

    /// - Parameters:
    ///   - keepsSpace: whether white space between elements is significant, as it is in labels.
    ///   - xml: the parser to use.  It can be reused for several documents.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, keepsSpace: Bool, with xml: XMLParser = XMLParser(), _ work: Work? = nil
    ) throws(Failure) -> MarkupTree {
        if let (tree, notes) = try scan(bytes, keepsSpace: keepsSpace, work) {
            xml.notes = notes
            return tree
        }
        return try parseWithExpat(bytes, keepsSpace: keepsSpace, with: xml, work)
    }

    /// - Returns: the document; nil if it is not well-formed, or uses features that only expat supports.
    public static func scan(
        _ bytes: UnsafeRawBufferPointer, keepsSpace: Bool, _ work: Work? = nil
    ) throws(Failure) -> (tree: MarkupTree, notes: XMLNotes)? {
        guard bytes.count <= Int(Int32.max) else { return nil }
        return try XMLScanner.parse(bytes, keepsSpace: keepsSpace, work)
    }

    /// expat gets UTF-8, so that the name of an encoding means the same as in a browser; from UTF-8 and UTF-16, it converts
    /// itself, and reports what is not valid.
    public static func parseWithExpat(
        _ bytes: UnsafeRawBufferPointer, keepsSpace: Bool, with xml: XMLParser, _ work: Work? = nil
    ) throws(Failure) -> MarkupTree {
        let text = bytes.bindMemory(to: UInt8.self)
        let encoding = TextEncoding.of(text, as: .xml).encoding
        switch encoding {
        case .utf8: return try parse(bytes, as: "UTF-8", keepsSpace: keepsSpace, with: xml, work)
        case .utf16: return try parse(bytes, as: "UTF-16", keepsSpace: keepsSpace, with: xml, work)
        case .singleByte, .multiByte, .replacement:
            let decoded = encoding.decoded(text) ?? []
            let result = decoded.withUnsafeBytes { (decoded) -> Result<MarkupTree, Failure> in
                do throws(Failure) {
                    return .success(try parse(decoded, as: "UTF-8", keepsSpace: keepsSpace, with: xml, work))
                } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }
    }

    private static func parse(
        _ bytes: UnsafeRawBufferPointer, as encoding: String, keepsSpace: Bool, with xml: XMLParser, _ work: Work?
    ) throws(Failure) -> MarkupTree {
        guard let length = Int32(exactly: bytes.count), length > 0 else {
            throw Failure(.format, bytes.isEmpty ? "The document is empty." : "The document is larger than 2 GB.")
        }
        let parser = try xml.ready()
        defer { withExtendedLifetime(xml) {} }
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        state.initialize(
            to: State(
                parser: parser, builder: MarkupTreeBuilder(keepsSpace: keepsSpace, expectedBytes: bytes.count, work)))
        defer {
            state.deinitialize(count: 1)
            state.deallocate()
        }
        XML_SetUserData(parser, state)
        XML_SetEncoding(parser, encoding)
        XML_SetElementHandler(parser, startElement, endElement)
        XML_SetCharacterDataHandler(parser, characterData)
        XML_SetSkippedEntityHandler(parser, skippedEntity)
        XML_SetXmlDeclHandler(parser, xmlDeclaration)
        XML_SetStartDoctypeDeclHandler(parser, startDoctype)
        XML_SetEntityDeclHandler(parser, entityDeclaration)
        XML_SetAttlistDeclHandler(parser, attributeDeclaration)
        // Parses the document in one call, because expat counts lines again for every chunk but the last.
        let result = XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length, 1)
        if let failure = state.pointee.failure { throw failure }
        guard result == XML_STATUS_OK else {
            let code = XML_GetErrorCode(parser)
            if code == XML_ERROR_AMPLIFICATION_LIMIT_BREACH { throw MarkupTreeBuilder.tooMuchAdded }
            let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
            let place = "line \(XML_GetCurrentLineNumber(parser)), column \(XML_GetCurrentColumnNumber(parser) &+ 1)"
            throw Failure(.format, "The XML is not well-formed: \(reason).", path: [place])
        }
        xml.notes = state.pointee.notes
        let tree = try state.pointee.builder.finished()
        try work?.budget.charge(UInt64(tree.added))
        return tree
    }

    /// The state that the callbacks share.  Its address is fixed while `parse` runs.
    private struct State {
        let parser: XML_Parser
        var builder: MarkupTreeBuilder
        var notes: XMLNotes = []
        /// The cost of the declared attributes for each element, and the number of declarations.
        var declared: [String: Int] = [:]
        var declarations = 0
        /// The number of entities that reference another entity.
        var nestedEntities = 0
        /// The root element name in the document type declaration, until the root element begins.
        var doctype: String?
        /// A cache of attribute names by address.  expat keeps one copy of each name, so that most attributes are found
        /// without comparing strings.
        var names = [(address: UnsafePointer<CChar>?, name: MarkupTreeBuilder.InternedName)](
            repeating: (nil, MarkupTreeBuilder.InternedName(name: .other, prefixCount: 0, qualifiedName: .empty)),
            count: 32)

        static func of(_ userData: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<State>? {
            userData?.assumingMemoryBound(to: State.self)
        }

        mutating func attributeName(_ name: UnsafePointer<CChar>) -> MarkupTreeBuilder.InternedName {
            let address = UInt(bitPattern: name)
            let place = Int((address >> 3 ^ address >> 8) & 31)
            if names[place].address == name { return names[place].name }
            let interned = builder.intern(bytes(name))
            names[place] = (name, interned)
            return interned
        }

        var failure: Failure? {
            if builder.depth > State.maxDepth {
                return Failure(.format, "The XML elements are nested more than \(State.maxDepth) levels deep.")
            }
            return builder.failure
        }

        /// expat allocates about a hundred bytes per open element.  Without a limit, HTML with unclosed paragraphs
        /// would take many times its size before it is rejected as XML.
        private static let maxDepth = 10_000
        /// expat compares each declared attribute with all others of its element.
        private static let maxDeclarations = 10_000
        /// expat recurses for nested entities, on the stack of the host.
        private static let maxNestedEntities = 64

        /// - Parameter hasDefault: whether the attribute has a default.  For each element, expat visits all its
        ///   declared attributes, and copies those with a default.
        mutating func declare(attributeOf element: UnsafePointer<CChar>, hasDefault: Bool) {
            declared[String(cString: element), default: 0] += hasDefault ? 32 : 4
            declarations += 1
            if declarations > State.maxDeclarations {
                let message = "The document type declares more than \(State.maxDeclarations) attributes."
                builder.fail(Failure(.limit, message))
            }
            stopIfFailed()
        }

        mutating func declare(entity value: UnsafeBufferPointer<UInt8>) {
            guard zip(value, value.dropFirst()).contains(where: { $0 == UInt8(ascii: "&") && $1 != UInt8(ascii: "#") })
            else { return }
            nestedEntities += 1
            if nestedEntities > State.maxNestedEntities {
                let most = State.maxNestedEntities
                builder.fail(
                    Failure(.limit, "The document type declares more than \(most) entities that refer to others."))
            }
            stopIfFailed()
        }

        func stopIfFailed() {
            if builder.failure != nil || builder.depth > State.maxDepth { XML_StopParser(parser, 0) }
        }
    }

    private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
        bytes(text, memory_length(text))
    }

    private static func bytes(_ text: UnsafePointer<CChar>, _ count: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
    }

    private static let startElement: XML_StartElementHandler = { userData, name, attributes in
        guard let state = State.of(userData), let name else { return }
        if let doctype = state.pointee.doctype {
            if doctype != String(cString: name) { state.pointee.notes.insert(.otherDoctype) }
            state.pointee.doctype = nil
        }
        state.pointee.builder.beginElement(bytes(name))
        if state.pointee.declarations > 0 {
            state.pointee.builder.add(defaults: state.pointee.declared[String(cString: name)] ?? 0)
        }
        guard var pair = attributes else { return state.pointee.stopIfFailed() }
        while let name = pair[0], let value = pair[1] {
            state.pointee.builder.attribute(state.pointee.attributeName(name), bytes(value))
            pair += 2
        }
        state.pointee.stopIfFailed()
    }

    private static let endElement: XML_EndElementHandler = { userData, _ in
        State.of(userData)?.pointee.builder.endElement()
    }

    private static let characterData: XML_CharacterDataHandler = { userData, text, count in
        guard let state = State.of(userData), let text, count > 0 else { return }
        state.pointee.builder.text(bytes(text, Int(count)))
        state.pointee.stopIfFailed()
    }

    /// Handles a reference to an entity of a DTD that is not read.  HTML entities are resolved anyway.
    private static let skippedEntity: XML_SkippedEntityHandler = { userData, name, isParameterEntity in
        guard let state = State.of(userData), let name, isParameterEntity == 0 else { return }
        state.pointee.notes.insert(.skippedEntity)
        guard var text = NamedCharacterReference.text(for: bytes(name)) else { return }
        text.withUTF8 { state.pointee.builder.text($0) }
    }

    private static let xmlDeclaration: XML_XmlDeclHandler = { userData, _, encoding, _ in
        guard let state = State.of(userData), let encoding else { return }
        switch TextEncoding(label: String(cString: encoding)) {
        case .utf8, .utf16: break
        default: state.pointee.notes.insert(.encoding)
        }
    }

    private static let startDoctype: XML_StartDoctypeDeclHandler = { userData, name, _, _, _ in
        State.of(userData)?.pointee.doctype = name.map { String(cString: $0) }
    }

    private static let entityDeclaration: XML_EntityDeclHandler = { userData, _, _, value, count, _, _, _, _ in
        guard let state = State.of(userData) else { return }
        state.pointee.notes.insert(.entityDeclaration)
        if let value, count > 0 { state.pointee.declare(entity: bytes(value, Int(count))) }
    }

    private static let attributeDeclaration: XML_AttlistDeclHandler = { userData, element, _, _, value, _ in
        guard let state = State.of(userData), let element else { return }
        state.pointee.declare(attributeOf: element, hasDefault: value != nil)
    }
}

/// Unusual properties of a document, apart from its content.
public struct XMLNotes: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// It declares an encoding other than UTF-8 and UTF-16.
    public static let encoding = XMLNotes(rawValue: 1)
    public static let entityDeclaration = XMLNotes(rawValue: 2)
    public static let skippedEntity = XMLNotes(rawValue: 4)
    /// Its document type declaration names a different root element.
    public static let otherDoctype = XMLNotes(rawValue: 8)
}

/// An expat parser that can be reused: creating one takes as long as parsing a small document.
public final class XMLParser {
    private var parser: XML_Parser?
    /// Protects the hash tables of expat against crafted collisions.  Secret, and the same for the whole process:
    /// without it, expat asks the system for random bytes for each document.
    private static let salt = UInt.random(in: 1...UInt.max)
    /// The maximum ratio of a document with its entities to the document without, above `maxAdded`.
    private static let maxAmplification: Float = 2
    /// Notes about the last document.
    public fileprivate(set) var notes: XMLNotes = []

    public init() {}

    deinit { XML_ParserFree(parser) }

    /// Resets the parser and removes its handlers.
    fileprivate func ready() throws(Failure) -> XML_Parser {
        notes = []
        if parser == nil || XML_ParserReset(parser, nil) == 0 {
            XML_ParserFree(parser)
            parser = XML_ParserCreate(nil)
        }
        guard let parser else { throw Failure(.internal, "expat could not create a parser.") }
        XML_SetHashSalt(parser, XMLParser.salt)
        XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, UInt64(MarkupTreeBuilder.maxAdded))
        XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, XMLParser.maxAmplification)
        return parser
    }
}
