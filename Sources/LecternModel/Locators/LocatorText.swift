// SPDX-License-Identifier: BSD-3-Clause

extension Locator {
    /// The text at a place, and before and after it.
    public struct Text: Sendable, Equatable {
        public private(set) var json: JSONObject

        public init(_ json: JSONObject = JSONObject()) { self.json = json }

        public init(before: String? = nil, highlight: String? = nil, after: String? = nil) {
            json = JSONObject()
            self.before = before
            self.highlight = highlight
            self.after = after
        }

        public var before: String? {
            get { json["before"]?.string }
            set { json["before"] = newValue.map(JSON.string) }
        }

        public var highlight: String? {
            get { json["highlight"]?.string }
            set { json["highlight"] = newValue.map(JSON.string) }
        }

        public var after: String? {
            get { json["after"]?.string }
            set { json["after"] = newValue.map(JSON.string) }
        }

        /// The text without members that should be strings but are not.
        public var normalized: Text {
            let known: Set<String> = ["before", "highlight", "after"]
            return Text(JSONObject(json.members.filter { !known.contains($0.key) || $0.value.string != nil }))
        }
    }
}
