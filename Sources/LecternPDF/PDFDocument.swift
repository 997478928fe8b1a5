// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A document that is open in pdfium.  It is only created, used and closed while the lock of pdfium is held.
public struct PDFDocument: ~Copyable {
    let functions: PDFiumFunctions
    let handle: PDFiumFunctions.Pointer
    private let bytes: PDFBytes

    /// Longer texts are left out.
    private static let maxText: UInt = 64 << 10

    /// Opens a document and calls `body` with it.  This is repeated until pdfium gets all the bytes that it requests.
    /// Only the last result is used.
    public static func with<T: Sendable>(
        _ bytes: PDFBytes, _ options: PDFOptions, _ body: (borrowing PDFDocument) throws(Failure) -> T
    ) throws(Failure) -> T {
        let pdfium = try PDFium.load(options.pdfium)
        while true {
            var failure: Failure?
            var result: T?
            do throws(Failure) {
                result = try pdfium.withLock { () throws(Failure) -> T in
                    try body(PDFDocument(bytes, password: options.password, pdfium.functions))
                }
            } catch {
                failure = error
            }
            if bytes.missing == nil, let result { return result }
            if bytes.missing == nil, let failure { throw failure }
            try options.progress.report("open", 1, of: 2)
            try bytes.fetchMissing()
        }
    }

    init(_ bytes: PDFBytes, password: String?, _ functions: PDFiumFunctions) throws(Failure) {
        self.functions = functions
        self.bytes = bytes
        let access = UnsafeMutablePointer<PDFFileAccess>.allocate(capacity: 1)
        access.initialize(to: PDFFileAccess(bytes))
        defer { access.deallocate() }
        let handle = password.map { $0.withCString { functions.load(access, $0) } } ?? functions.load(access, nil)
        guard let handle else { throw PDFDocument.failure(functions.lastError(), hasPassword: password != nil) }
        self.handle = handle
    }

    /// In a child of `fork`, pdfium may be in the middle of the work of another thread.  It is then not called again.
    deinit { if !PDFium.isAbandoned { functions.close(handle) } }

    private static func failure(_ number: UInt, hasPassword: Bool) -> Failure {
        switch number {
        case 4 where hasPassword: Failure(.protected, "The password does not open the PDF.")
        case 4: Failure(.protected, "The PDF needs a password.")
        case 5: Failure(.protected, "The PDF is protected in a way that pdfium does not support.")
        default: Failure(.format, "The PDF is damaged beyond repair.")
        }
    }

    /// Whether pdfium did not get all bytes that it requested, so that its other results are not valid.
    var isInVain: Bool { bytes.missing != nil }

    // MARK: Properties

    public var pageCount: Int { Swift.max(0, Int(functions.pageCount(handle))) }

    /// False if pdfium had to rebuild the cross-reference table.
    public var hasValidCrossReferences: Bool { functions.hasValidCrossReferences.map { $0(handle) != 0 } ?? true }

    /// An entry of the information dictionary, such as "Title".
    public func info(_ key: String) -> String? {
        text { buffer, size in key.withCString { functions.metaText(handle, $0, buffer, size) } }
    }

    /// The number of named destinations.
    var namedDestinationCount: Int { Swift.max(0, Int(clamping: functions.namedDestinationCount(handle))) }

    public var language: String? {
        guard let language = functions.language else { return nil }
        return text { language(handle, $0, $1) }
    }

    /// The permanent identifier, which does not change when a document is modified.
    public var permanentIdentifier: [UInt8] { answer { functions.fileIdentifier(handle, 0, $0, $1) } }

    /// A viewer preference whose value is a name, such as "Direction".
    public func viewerPreference(_ key: String) -> String {
        String(
            decoding: answer { buffer, size in
                key.withCString { functions.viewerPreference(handle, $0, buffer, size) }
            }, as: UTF8.self)
    }

    // MARK: Answers in a buffer

    /// A text of pdfium, cleaned up for display; nil if it is empty.
    func text(_ ask: (UnsafeMutableRawPointer?, UInt) -> UInt) -> String? {
        let bytes = answer(terminator: 2, ask)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).lazy.map {
            UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
        }
        let controls: ClosedRange<UInt16> = 0...0x1F
        let text = String(decoding: units.map { controls.contains($0) ? 0x20 : $0 }, as: UTF16.self).collapsed
        return text.isEmpty || !StreamSafeText.contains(text) ? nil : text
    }

    /// The bytes that pdfium writes, without the terminating NUL of `terminator` bytes.
    private func answer(terminator: Int = 1, _ ask: (UnsafeMutableRawPointer?, UInt) -> UInt) -> [UInt8] {
        let size = ask(nil, 0)
        guard size > UInt(terminator), size <= PDFDocument.maxText else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(size)) { space, count in
            space.initialize(repeating: 0)
            let written = Int(clamping: ask(space.baseAddress.map { UnsafeMutableRawPointer($0) }, size))
            count = Swift.max(0, Swift.min(written, space.count) - terminator)
        }
    }
}
