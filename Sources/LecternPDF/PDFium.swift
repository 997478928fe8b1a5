// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// A loaded pdfium.
///
/// pdfium is made for one thread, and there is one for all contexts, so a lock lets one thread in at a time.  No file is
/// read and no host is called under that lock (see `PDFBytes`).
public struct PDFium: Sendable {
    let functions: PDFiumFunctions

    private static let library = OptionalLibrary(
        option: "pdfium", name: "pdfium",
        missing: "A PDF needs pdfium, which was not found: install it or the Python package pypdfium2, or name the file of "
            + "its library in the context option \"pdfium\".",
        candidates: { PDFiumLocation.candidates },
        functions: { library throws(MissingSymbol) in try PDFiumFunctions(library) })
    private static let lock = DeadlockDetectingLock()

    /// The pdfium in a file, or in one of the usual places.
    public static func load(_ path: String?) throws(Failure) -> PDFium { PDFium(functions: try library.load(path)) }

    /// Whether a thread that is gone was at work in it.
    static var isAbandoned: Bool { lock.isAbandoned }

    /// Runs `body` while no other thread is in pdfium.
    func withLock<T: Sendable>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
        try PDFium.lock.take("pdfium is used from inside of its own work.")
        defer { PDFium.lock.give() }
        // Does nothing unless another user of the same file has closed the library for everybody.
        functions.initialize(PDFium.configuration)
        return try body()
    }

    /// FPDF_LIBRARY_CONFIG, version 2, with an empty list of folders of fonts: only those in the document and in pdfium
    /// are used, so that pages look the same everywhere, and no file is opened.  pdfium keeps the address.
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
