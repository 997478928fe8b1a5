// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The formats that notes can be read from.
public enum NoteFormat: String, Sendable, CaseIterable {
    /// A Readium annotation set, as Thorium writes it.
    case readium
    /// EPUB Annotations 1.0 (W3C).
    case epub
    /// The Web Annotation Data Model (W3C): an annotation, a page or a collection.
    case w3c
    case hypothesis
    case calibre
    /// The tables that KOReader stores next to a book.
    case koreader
    /// The JSON of KOReader's exporter.
    case koreaderExport = "koreader-export"
    /// `My Clippings.txt` of a Kindle, and the HTML and CSV of its applications.
    case kindle
    /// The `.annot` files of Adobe's reading systems and of Kobos.
    case adobe
    /// The text that a Kobo exports, and its table of bookmarks as CSV.
    case kobo
    /// Moon+ Reader's `.mrexpt`.
    case moonReader = "moonreader"
    /// The text that Moon+ Reader shares, also as HTML.
    case moonReaderText = "moonreader-text"
    /// `library.json` of ReadEra's backup.
    case readEra = "readera"
    /// The text that ReadEra exports.
    case readEraText = "readera-text"
    /// The CSV of Readwise.
    case readwise

    /// Recognises the format of a JSON document by its head, the name of the member with the items, and the first
    /// item; nil if it is unknown.
    init?(head: JSONObject, member: String?, first: JSON?) {
        let item = first?.object
        switch head["type"]?.string {
        case "AnnotationSet": self = NoteFormat.isEPUB(head["@context"]) ? .epub : .readium
        case "Annotation", "AnnotationCollection", "AnnotationPage": self = .w3c
        case "calibre_annotation_collection": self = .calibre
        default:
            let isExport = head["created_on"] != nil || head["version"] != nil
            if isExport, member == "documents" || member == "entries" {
                self = .koreaderExport
            } else if member == "docs", item?["data"]?.object?["doc_title"] != nil || item?["citations"] != nil {
                self = .readEra
            } else if member == "rows" || item?["uri"] != nil && item?["target"] != nil {
                self = .hypothesis
            } else if item?["start_cfi"] != nil || item?["pos"] != nil || member == "annotations" {
                self = .calibre
            } else if member == nil, item?["type"]?.string == "Annotation" {
                self = .w3c
            } else {
                return nil
            }
        }
    }

    /// Whether files are text, whose entries are skipped if they cannot be read.
    var isText: Bool { TextFormat.all.contains { $0.format == self } }

    typealias Items = (JSON, String) throws(Failure) -> [NoteFile.Item]

    /// Returns the items of a file that is read as a whole, because they are nested in books; nil if they are not.
    var items: Items? {
        switch self {
        case .koreaderExport: { json, source throws(Failure) in try KOReaderExport.items(json, source: source) }
        case .readEra: { json, source throws(Failure) in try ReadEraReader.items(json, source: source) }
        default: nil
        }
    }

    private static func isEPUB(_ context: JSON?) -> Bool {
        ([context].compactMap { $0 } + (context?.array ?? [])).contains {
            $0.string?.hasSuffix("/epub-anno.jsonld") ?? false
        }
    }

    func read(_ item: JSONReader, _ context: NoteContext) throws(Failure) -> NoteReading {
        if let reason = item.value.string, isText { return NoteReading(skipped: reason, at: item) }
        return switch self {
        case .readium, .epub: try AnnotationReader(context: context).read(item)
        case .w3c: try WebAnnotationReader(context: context).read(item)
        case .hypothesis: try HypothesisReader(context: context).read(item)
        case .calibre: try CalibreReader(context: context).read(item)
        case .koreader: try KOReaderReader(context: context).read(item)
        case .koreaderExport: try KOReaderExport(context: context).read(item)
        case .kindle: try KindleReader(context: context).read(item)
        case .adobe: try AdobeReader(context: context).read(item)
        case .kobo: try KoboReader(context: context).read(item)
        case .moonReader: try MoonReaderReader(context: context).read(item)
        case .moonReaderText: try MoonReaderTextReader(context: context).read(item)
        case .readEra: try ReadEraReader(context: context).read(item)
        case .readEraText: try ReadEraTextReader(context: context).read(item)
        case .readwise: try ReadwiseReader(context: context).read(item)
        }
    }
}
