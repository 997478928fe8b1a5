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
    }
}
