// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Book formats that are recognised, so that errors can name them.
enum UnsupportedFormats {
    static let daisy = ContainerFormat(specification: .daisy, recognizes: isDAISY)

    /// DAISY 2.02 has a navigation control center, DAISY 3 a package document that names its standard.
    private static func isDAISY(_ candidate: ContainerCandidate) throws(Failure) -> Bool {
        for file in try candidate.informalFiles().files {
            if InformalFile.isNamed("ncc.html", file.path) { return true }
            guard InformalFile.pathExtension(of: file.path) == "opf",
                let text = try candidate.read(file.path, most: 1 << 20)
            else { continue }
            return text.text.utf8.split(separator: UInt8(ascii: "Z")).dropFirst().contains {
                $0.starts(with: "39.86".utf8)
            }
        }
        return false
    }
}
