// SPDX-License-Identifier: BSD-3-Clause
import LecternSystem

/// The locations of pdfium if the host does not name its file.
///
/// The environment and the working directory are not used: candidates are the paths of the loader, the directory of
/// this library, and the directories of system-wide Python packages.
enum PDFiumLocation {
    /// The file names to pass to the loader, in this order.
    static var candidates: [String] { names + besideThisLibrary + packagesOfTheSystem }

    /// If pdfium is already loaded in the process, the loader finds it by the first name.
    private static let names = ["libpdfium.so", "libpdfium.so.1", "libpdfium.so.0"]
    /// The path in the Python package pypdfium2, relative to the directory of packages.
    private static let package = "pypdfium2_raw/libpdfium.so"

    /// An application may ship pdfium; a virtual environment has both libraries in sibling packages.
    private static var besideThisLibrary: [String] {
        guard let folder = ThisLibrary.folder else { return [] }
        return [folder + "libpdfium.so", folder + "../" + package]
    }

    private static var packagesOfTheSystem: [String] {
        ["/usr/lib/python3/dist-packages/" + package]
            + (9...20).flatMap { minor in
                ["dist-packages/", "site-packages/"].map { "/usr/local/lib/python3.\(minor)/" + $0 + package }
            }
    }
}
