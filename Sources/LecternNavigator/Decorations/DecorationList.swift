// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The decorations of a group, with unique ids, in stacking order.
public struct DecorationList: Sendable {
    public let decorations: [Decoration]
    /// Indices by id.  Ids are compared by code points.
    private let places: [ExactText: Int]

    /// Limits a call to the memory of two lists, the old and the new one: a value takes about a hundred bytes.
    public static let maxValues = 2_000_000

    public init() {
        decorations = []
        places = [:]
    }

    /// - Parameter source: the name of the list in error paths.
    /// - Throws: `.json` if two decorations have the same id, with the position of the second.
    public init(_ decorations: [Decoration], source: String = "decorations") throws(Failure) {
        var places: [ExactText: Int] = Dictionary(minimumCapacity: decorations.count)
        for (place, decoration) in decorations.enumerated()
        where places.updateValue(place, forKey: ExactText(decoration.id)) != nil {
            throw Failure(.json, "Another decoration has the same id.", path: [source, "/\(place)/id"])
        }
        self.decorations = decorations
        self.places = places
    }

    /// Reads a list (schema `decorations`).
    ///
    /// - Parameter former: the previous list, whose decorations are reused if their JSON is unchanged.
    public init(
        _ json: JSONReader, source: String = "decorations", like former: DecorationList = DecorationList()
    ) throws(Failure) {
        var decorations: [Decoration] = []
        for (place, value) in try json.array().enumerated() {
            let known = value.object?["id"]?.string.flatMap { former.place(of: $0, near: place) }
                .map { former.decorations[$0] }
            if let known, known.source == value {
                decorations.append(known)
            } else {
                decorations.append(try Decoration(json.step("\(place)", value)))
            }
        }
        try self.init(decorations, source: source)
    }

    public var count: Int { decorations.count }
    public var isEmpty: Bool { decorations.isEmpty }

    public subscript(id: String) -> Decoration? { place(of: id).map { decorations[$0] } }

    /// - Parameter index: where it probably is.
    func place(of id: String, near index: Int? = nil) -> Int? {
        if let index, decorations.indices.contains(index), decorations[index].id.isExactly(id) { return index }
        return places[ExactText(id)]
    }

    /// The resources that contain decorations, in order of first occurrence.
    var resources: [String] {
        var seen: Set<String> = []
        return decorations.map(\.resource).filter { seen.insert($0).inserted }
    }

    /// Writes an array of decorations (schema `decorations`).
    public func write(to json: inout JSONWriter) {
        json.array(decorations) { $0.write(to: &$1) }
    }

    public func text() -> ByteBuffer {
        var json = JSONWriter()
        write(to: &json)
        return json.finish()
    }
}
