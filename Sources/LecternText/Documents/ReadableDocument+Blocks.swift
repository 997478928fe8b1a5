// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension ReadableDocument {
    /// The range of the text of a block.
    public func block(at offset: Int) -> Range<Int> {
        let offset = min(max(0, offset), text.count)
        let start = text[..<offset].lastIndex(of: SearchText.blockBreak).map { $0 + 1 } ?? 0
        let end = text[offset...].firstIndex(of: SearchText.blockBreak) ?? text.count
        return start..<max(start, end)
    }

    /// The numbers of notes and pages in a range of the text, counted from its start.
    public func marks(in range: Range<Int>, _ work: Work) -> [Range<Int>] {
        guard searchText.otherForms.contains(.withoutMarks) else { return [] }
        return index.text(.withoutMarks, work).leftOut.ranges.compactMap { nodes in
            let start = max(range.lowerBound, searchText.start(of: nodes.lowerBound))
            let end = min(range.upperBound, searchText.end(0, in: nodes.upperBound))
            return start < end ? start - range.lowerBound..<end - range.lowerBound : nil
        }
    }
}
