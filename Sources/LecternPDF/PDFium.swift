// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// The loaded pdfium library.
///
/// pdfium is not thread-safe, and there is one instance for all contexts, so a lock admits one thread at a time.  While
/// the lock is held, no file is read and no callback of a host runs (see `PDFBytes`).
public struct PDFium: Sendable {
    let functions: PDFiumFunctions

    private static let library = OptionalLibrary(
        option: "pdfium", name: "pdfium",
        missing:
            "A PDF needs pdfium, which was not found: install it or the Python package pypdfium2, or name the file of "
            + "its library in the context option \"pdfium\".",
        candidates: { PDFiumLocation.candidates },
        functions: { library throws(MissingSymbol) in try PDFiumFunctions(library) })
    private static let lock = DeadlockDetectingLock()

    /// Loads pdfium from `path`, or from one of the usual locations.
    public static func load(_ path: String?) throws(Failure) -> PDFium { PDFium(functions: try library.load(path)) }

    /// Whether a thread that no longer exists was using pdfium.
    static var isAbandoned: Bool { lock.isAbandoned }

    /// Calls `body` while no other thread uses pdfium.
    func withLock<T: Sendable>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
        try PDFium.lock.take("pdfium is already in use by this thread.")
        defer { PDFium.lock.give() }
        // Does nothing, unless another user of the same library file has destroyed it for the whole process.
        functions.initialize(PDFium.configuration)
        return try body()
    }

    /// FPDF_LIBRARY_CONFIG, version 2, with an empty list of font directories.  Only fonts of the document and of pdfium are
    /// used, so that pages look the same on every system and no font file is opened. pdfium keeps the address.
    nonisolated(unsafe) private static let configuration: UnsafeRawPointer = {
        let noFolders = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: 1)
        noFolders.initialize(to: nil)
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
        bytes.storeBytes(of: 2, as: Int32.self)
        bytes.storeBytes(of: UnsafeRawPointer(noFolders), toByteOffset: 8, as: UnsafeRawPointer.self)
        return UnsafeRawPointer(bytes)
    }()
}
