// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A type of user interaction with a decoration (Readium's Decoration.Interaction).  The names avoid gestures, so that
/// they fit every device.
public enum DecorationInteraction: String, Sendable, CaseIterable {
    /// The primary interaction, such as a tap or a click.
    case activate
    /// The secondary interaction, such as a long press or a click of the right button.
    case secondary
    /// The pointer is over the decoration, or leaves it.
    case hover

    /// The first part of its topic; the second one is the group.
    private var topicPrefix: String { self == .activate ? "decorations/" : rawValue + "/" }

    func topic(of group: String) -> String { topicPrefix + group }

    /// Returns the group of its topic, or nil for other topics.
    func group(ofTopic name: String) -> String? {
        let start = topicPrefix.utf8
        guard name.utf8.starts(with: start), name.utf8.count > start.count else { return nil }
        return String(decoding: name.utf8.dropFirst(start.count), as: UTF8.self)
    }
}

extension Decoration {
    /// The interactions that a decoration enables.
    public struct Interactions: OptionSet, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let activate = Interactions(.activate)
        public static let secondary = Interactions(.secondary)
        public static let hover = Interactions(.hover)

        init(_ one: DecorationInteraction) {
            switch one {
            case .activate: self.init(rawValue: 1)
            case .secondary: self.init(rawValue: 2)
            case .hover: self.init(rawValue: 4)
            }
        }
    }
}

extension Decoration.Interactions {
    init(_ json: JSONReader) throws(Failure) {
        self = []
        for element in try json.elements() {
            let name = try element.string()
            guard let one = DecorationInteraction(rawValue: name) else {
                throw element.failure("The interaction \"\(name)\" is unknown.")
            }
            insert(Self(one))
        }
    }

    func write(to json: inout JSONWriter) {
        json.key("interactions")
        json.strings(DecorationInteraction.allCases.filter { contains(Self($0)) }.map(\.rawValue))
    }
}
