// SPDX-License-Identifier: BSD-3-Clause

extension Locator {
    /// The text at a place and around it.
    package struct Text: Sendable, Equatable {
        package private(set) var json: JSONObject

        package init(_ json: JSONObject = JSONObject()) { self.json = json }

        package init(before: String? = nil, highlight: String? = nil, after: String? = nil) {
            json = JSONObject()
            self.before = before
            self.highlight = highlight
            self.after = after
        }

        package var before: String? {
            get { json["before"]?.string }
            set { json["before"] = newValue.map(JSON.string) }
        }

        package var highlight: String? {
            get { json["highlight"]?.string }
            set { json["highlight"] = newValue.map(JSON.string) }
        }

        package var after: String? {
            get { json["after"]?.string }
            set { json["after"] = newValue.map(JSON.string) }
        }

        /// Without members that are not strings.
        package var normalized: Text {
            let known: Set<String> = ["before", "highlight", "after"]
            return Text(JSONObject(json.members.filter { !known.contains($0.key) || $0.value.string != nil }))
        }

        /// With each run of white space as one space, and none where the text as a whole begins and ends.
        package func sanitized() -> Text {
            var text = self
            text.before = before.map { String(Substring($0.coalesced.utf8.drop { $0 == UInt8(ascii: " ") })) }
            text.highlight = highlight?.coalesced
            text.after = after.map { $0.coalesced.withoutSpaceAtEnd }
            return text
        }

        /// The same place with a part of its highlight, given in Unicode scalars from its start.  What is cut off goes to
        /// `before` and `after`; what lies beyond the ends does not count.
        package func substring(_ range: Range<Int>) -> Text {
            guard let highlight else { return self }
            let scalars = highlight.unicodeScalars
            func index(_ offset: Int) -> String.Index {
                scalars.index(scalars.startIndex, offsetBy: max(0, offset), limitedBy: scalars.endIndex)
                    ?? scalars.endIndex
            }
            let start = index(range.lowerBound)
            let end = index(range.upperBound)
            var text = self
            if start > scalars.startIndex { text.before = (before ?? "") + highlight[..<start] }
            text.highlight = String(highlight[start..<end])
            if end < scalars.endIndex { text.after = highlight[end...] + (after ?? "") }
            return text
        }
    }
}

extension String {
    /// With each run of white space as one space, those at the ends included.
    fileprivate var coalesced: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            if !ASCII.isSpace(byte) {
                bytes.append(byte)
            } else if bytes.last != UInt8(ascii: " ") {
                bytes.append(UInt8(ascii: " "))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    fileprivate var withoutSpaceAtEnd: String {
        utf8.last == UInt8(ascii: " ") ? String(Substring(utf8.dropLast())) : self
    }
}
