// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternModel

/// Where pdfium may be, for a host that does not say it.
///
/// Nothing is guessed from the environment or the working directory: the system's loader knows its own places, the
/// others are beside this library and where Python keeps packages for the whole system.
enum PDFiumLocation {
    /// What to give to the loader, one after the other.
    static var candidates: [String] { names + besideThisLibrary + packagesOfTheSystem }

    /// A pdfium that the process has loaded already answers to its first name.
    private static let names = ["libpdfium.so", "libpdfium.so.1", "libpdfium.so.0"]
    /// Where the Python package pypdfium2 has it, in a folder of packages.
    private static let package = "pypdfium2_raw/libpdfium.so"

    /// An application may bring pdfium along; a virtual environment has both libraries in neighbouring packages.
    private static var besideThisLibrary: [String] {
        guard let folder = folderOfThisLibrary else { return [] }
        return [folder + "libpdfium.so", folder + "../" + package]
    }

    private static var folderOfThisLibrary: String? {
        // Swift's module of the C library leaves out dladdr: its declaration depends on a macro.  It fills a Dl_info,
        // which is four addresses, the first of them that of the name of the file.
        typealias Look = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
        guard let address = dlsym(nil, "dladdr") else { return nil }
        var information: [UnsafePointer<CChar>?] = [nil, nil, nil, nil]
        let isFound = information.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { unsafeBitCast(address, to: Look.self)(#dsohandle, $0) != 0 } ?? false
        }
        guard isFound, let name = information[0] else { return nil }
        let path = String(cString: name)
        // Without a folder it would be looked for in the working directory.
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return nil }
        return String(path[...slash])
    }

    private static var packagesOfTheSystem: [String] {
        ["/usr/lib/python3/dist-packages/" + package]
            + (9...20).flatMap { minor in
                ["dist-packages/", "site-packages/"].map { "/usr/local/lib/python3.\(minor)/" + $0 + package }
            }
    }
}
