// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A table as GitHub writes it: one line for each row.
struct MarkdownTable {
    private let rows: [[MarkupTree.Node?]]
    private let hasHeader: Bool
    private var texts: [MarkupTree.Node: MarkdownText] = [:]

    /// The maximum number of columns and rows that a cell spans (HTML Standard, 4.9.11).
    private static let longestSpan = 1000
    /// The maximum number of cells, with those that are only covered.
    private static let mostCells = 100_000

    init?(_ tree: MarkupTree, _ table: MarkupTree.Node) {
        var rows: [[MarkupTree.Node?]] = []
        /// For each column, the number of further rows that a cell covers.
        var covered: [Int] = []
        var count = 0
        for row in MarkdownTable.rows(of: table, in: tree) {
            var cells: [MarkupTree.Node?] = []
            func skip() {
                while cells.count < covered.count, covered[cells.count] > 0 {
                    covered[cells.count] -= 1
                    cells.append(nil)
                }
            }
            for cell in tree.children(of: row) where ["td", "th"].contains(tree.localName(of: cell)) {
                skip()
                let columns = MarkdownTable.span("colspan", of: cell, in: tree)
                let below = MarkdownTable.span("rowspan", of: cell, in: tree) - 1
                for column in 0..<columns {
                    cells.append(column == 0 ? cell : nil)
                    while covered.count < cells.count { covered.append(0) }
                    covered[cells.count - 1] = below
                }
                count += columns
                guard count <= MarkdownTable.mostCells else { return nil }
            }
            skip()
            rows.append(cells)
            count += 1
        }
        let width = rows.map(\.count).max() ?? 0
        // A single column is no table, but a way to lay out a page.
        guard width > 1, width <= MarkdownTable.longestSpan, width * rows.count <= MarkdownTable.mostCells else {
            return nil
        }
        self.rows = rows.map { $0 + [MarkupTree.Node?](repeating: nil, count: width - $0.count) }
        hasHeader = rows.first?.allSatisfy { $0.map { tree.localName(of: $0) == "th" } ?? true } ?? false
    }

    /// The rows of a table, without those of tables inside.
    private static func rows(of table: MarkupTree.Node, in tree: MarkupTree) -> [MarkupTree.Node] {
        tree.children(of: table).flatMap { child in
            switch tree.localName(of: child) {
            case "tr": return [child]
            case "thead", "tbody", "tfoot": return tree.children(of: child).filter { tree.localName(of: $0) == "tr" }
            default: return []
            }
        }
    }

    private static func span(_ name: String, of cell: MarkupTree.Node, in tree: MarkupTree) -> Int {
        for index in tree.attributeRange(of: cell) {
            guard tree.string(tree.attributes[index].qualifiedName) == name else { continue }
            return min(max(Int(tree.string(tree.attributes[index].value).trimmed) ?? 1, 1), longestSpan)
        }
        return 1
    }

    mutating func add(_ text: MarkdownText, to cell: MarkupTree.Node) {
        if texts[cell] != nil { texts[cell, default: MarkdownText()] += MarkdownText("<br>") }
        texts[cell, default: MarkdownText()] += text
    }

    /// The lines.  A table without a header has an empty one.
    func written() -> MarkdownText {
        var text = MarkdownText()
        let width = rows.first?.count ?? 0
        let lines = hasHeader ? rows : [[MarkupTree.Node?](repeating: nil, count: width)] + rows
        for (number, row) in lines.enumerated() {
            write(row, to: &text)
            if number == 0 { text += MarkdownText("|" + String(repeating: " --- |", count: width) + "\n") }
        }
        text.bytes.removeLast(text.bytes.last == 0x0A ? 1 : 0)
        return text
    }

    private func write(_ row: [MarkupTree.Node?], to text: inout MarkdownText) {
        text += MarkdownText("|")
        for cell in row {
            text += MarkdownText(" ")
            if let own = cell.flatMap({ texts[$0] }) { text += own }
            text += MarkdownText(" |")
        }
        text += MarkdownText("\n")
    }
}
