// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// The kinds fxl.*: pages of a fixed layout side by side; and tts.*: lists of voices.
enum SpreadRooms {
    static let positionCount: Room = { vector in
        answer("positionCount", .integer(Int64(try spread(vector["spread"]).positionCount(
            indices(vector["positionsPerResource"])))))
    }

    static let contains: Room = { vector in
        let index = vector["readingOrderIndex"]?.integer.map(Int.init(clamping:)) ?? -1
        return answer("contains", .bool(try spread(vector["spread"]).contains(index)))
    }

    static let index: Room = { vector in
        let index = vector["readingOrderIndex"]?.integer.map(Int.init(clamping:)) ?? -1
        let spreads = try (vector["spreads"]?.array ?? []).map { try spread($0) }
        return answer("spreadIndex", spreads.index(containing: index).map { .integer(Int64($0)) } ?? .null)
    }

    private static func indices(_ json: JSON?) -> [Int] { (json?.array ?? []).map { Int(clamping: $0.integer ?? -1) } }

    private static func spread(_ json: JSON?) throws -> Spread {
        let indices = indices(json)
        guard let first = indices.first else { throw Unanswered.unhandled("a spread without pages") }
        return Spread(first, indices.count > 1 ? indices[1] : nil)
    }

    private static func answer(_ name: String, _ value: JSON) -> JSON { asked([name: value]) }

    // MARK: Voices

    private static func voices(_ vector: Vector) throws -> [Voice] {
        try JSONReader(vector["voices"] ?? .array([]), source: "voices").elements().map(Voice.parse)
    }

    static let filter: Room = { vector in
        let indices = try voices(vector).indices(speaking: vector["language"]?.string ?? "")
        return answer("indices", .array(indices.map { .integer(Int64($0)) }))
    }

    static let sort: Room = { vector in
        let voices = try voices(vector)
        let regions = (vector["preferredRegions"]?.array ?? []).compactMap(\.string)
        let indices = voices.indicesInOrder(preferredRegions: regions)
        if vector.expected.object?["lastLanguage"] != nil {
            return answer("lastLanguage", indices.last.map { .string(voices[$0].language) } ?? .null)
        }
        return answer("indices", .array(indices.map { .integer(Int64($0)) }))
    }
}
