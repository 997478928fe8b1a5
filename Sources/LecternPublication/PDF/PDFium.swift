// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternModel
import Synchronization

/// A loaded pdfium.  It stays for the life of the process: libraries that keep global state are not unloaded.
///
/// pdfium is made for one thread, and it is one for all contexts: whoever uses it takes his turn.  In his turn nobody
/// reads a file or calls a host (see `PDFBytes`).
struct PDFium: Sendable {
    let functions: PDFiumFunctions

    private static let loaded = Mutex<[String: PDFium]>([:])
    private static let turn = Mutex(())

    /// The pdfium in a file, or in one of the usual places.
    static func load(_ path: String?) throws(Failure) -> PDFium {
        let known = loaded.withLock { $0[path ?? ""] }
        if let known { return known }
        let found: PDFium
        if let path { found = try open(path) } else { found = try search() }
        loaded.withLock { $0[path ?? ""] = found }
        return found
    }

    /// Runs `body` with nobody else in pdfium.
    func inTurn<T: Sendable>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
        try PDFium.turn.withLock { _ throws(Failure) -> T in
            // Does nothing unless another user of the same file has closed the library for everybody.
            functions.initialize(PDFium.configuration)
            return try body()
        }
    }

    // MARK: Loading

    private static func open(_ path: String) throws(Failure) -> PDFium {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw Failure(.unsupported, "The context option \"pdfium\" names \"\(path)\", which cannot be loaded as a library.")
        }
        do throws(MissingSymbol) {
            return PDFium(functions: try PDFiumFunctions(library))
        } catch {
            dlclose(library)
            throw Failure(.unsupported, "\"\(path)\" is no pdfium, or one that is too old: it has no \(error.name).")
        }
    }

    private static func search() throws(Failure) -> PDFium {
        for candidate in PDFiumLocation.candidates {
            if let found = try? open(candidate) { return found }
        }
        throw Failure(
            .unsupported,
            "A PDF needs pdfium, which was not found: install it or the Python package pypdfium2, or name the file of its "
                + "library in the context option \"pdfium\".")
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
