// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A CSV file whose first row names the columns.
struct CSVTable {
    /// The names of the columns.
    let header: [String]
    private var rows: CSVRows

    /// Programs of some countries write semicolons, and some write tabs.
    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]

    /// - Parameter accepts: whether these are the columns of a format.
    /// - Returns: nil if they are not.
    init?(_ text: String, accepts: ([String]) -> Bool) {
        for separator in CSVTable.separators {
            var rows = CSVRows(text, separator: separator)
            guard let header = rows.next()?.map(\.trimmed), accepts(header) else { continue }
            self.header = header
            self.rows = rows
            return
        }
        return nil
    }

    /// Adds the rows, with the names of the columns or those that a format gives them.
    func read(into entries: inout TextEntries, names: (String) -> String = { $0 }) throws(Failure) {
        let names = header.map(names)
        var rows = rows
        while let row = rows.next() {
            if rows.isUnclosed {
                try entries.add(problem: "A quotation mark is not closed.")
            } else if row.count > names.count {
                try entries.add(problem: "The row has \(row.count) values, but there are \(names.count) columns.")
            } else if row.contains(where: { !$0.isEmpty }) {
                try entries.add(zip(names, row).map { ($0, NoteText.lines($1.trimmed).joined(separator: "\n")) })
            }
        }
    }
}
