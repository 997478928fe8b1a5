// SPDX-License-Identifier: BSD-3-Clause

extension Locator {
    /// A place in a resource, expressed in as many ways as possible: the original JSON, and accessors that parse it.
    ///
    /// The accessor of an invalid value, such as a progression of 2, returns nil, but the value is kept when the
    /// locations are written again.
    public struct Locations: Sendable, Equatable {
        public private(set) var json: JSONObject

        public init(_ json: JSONObject = JSONObject()) { self.json = json }

        /// Fragment identifiers of the place, in the syntaxes of the media type, without `#`.
        public var fragments: [String] {
            get {
                let legacy = json["fragment"]?.string.map { [$0] } ?? []
                return (json["fragments"]?.array ?? []).compactMap(\.string) + legacy
            }
            set {
                json["fragment"] = nil
                json["fragments"] = newValue.isEmpty ? nil : .array(newValue.map(JSON.string))
            }
        }

        /// The progression in the resource, from 0 to 1.
        public var progression: Double? {
            get { share("progression") }
            set { json["progression"] = newValue.map(JSON.double) }
        }

        /// The progression in the publication, from 0 to 1.
        public var totalProgression: Double? {
            get { share("totalProgression") }
            set { json["totalProgression"] = newValue.map(JSON.double) }
        }

        private func share(_ name: String) -> Double? {
            json[name]?.number.flatMap { (0...1).contains($0) ? $0 : nil }
        }

        /// The number in the list of positions, from 1.
        public var position: Int? {
            get { json["position"]?.integer.flatMap { $0 >= 1 ? Int(exactly: $0) : nil } }
            set { json["position"] = newValue.map { .integer(Int64($0)) } }
        }

        public var pageLabel: String? {
            get { json["pageLabel"]?.string }
            set { json["pageLabel"] = newValue.map(JSON.string) }
        }

        // MARK: HTML

        public var cssSelector: String? {
            get { json["cssSelector"]?.string }
            set { json["cssSelector"] = newValue.map(JSON.string) }
        }

        /// The part of a CFI after the `!`.
        public var partialCfi: String? {
            get { json["partialCfi"]?.string }
            set { json["partialCfi"] = newValue.map(JSON.string) }
        }

        public var domRange: DOMRange? {
            get { json["domRange"].flatMap { try? DOMRange(lenient: JSONReader($0, source: "domRange")) } }
            set { json["domRange"] = newValue?.json }
        }

        /// The place as an XPointer of KOReader.
        public var xPointer: XPointerRange? {
            get { json["xPointer"].flatMap { XPointerRange($0) } }
            set { json["xPointer"] = newValue?.json }
        }

        // MARK: The rest

        private static let known = [
            "fragments", "fragment", "progression", "position", "totalProgression", "cssSelector", "partialCfi",
            "domRange", "xPointer",
        ]

        /// All members that have no accessor above.
        public var other: JSONObject {
            get { json.without(Locations.known) }
            set {
                let listed = json.members.filter { Locations.known.contains($0.key) }
                json = JSONObject(listed + newValue.without(Locations.known).members)
            }
        }

        /// The locations with current names, in a fixed order, without invalid values.
        public var normalized: Locations {
            var locations = Locations()
            locations.fragments = fragments
            locations.progression = progression
            locations.position = position
            locations.totalProgression = totalProgression
            locations.cssSelector = cssSelector
            locations.partialCfi = partialCfi
            locations.domRange = domRange
            locations.xPointer = xPointer
            locations.json = JSONObject(locations.json.members + other.members.filter(Locations.isValid))
            return locations
        }

        /// Whether the value of a member has the type that the schema requires, if any.
        private static func isValid(_ member: JSONObject.Member) -> Bool {
            switch member.key {
            case "pageLabel": member.value.string != nil
            case "textPosition":
                ["start", "end"].allSatisfy { member.value.object?[$0]?.integer.map { $0 >= 0 } ?? false }
            default: true
            }
        }
    }
}
