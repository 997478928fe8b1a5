// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The decorations of one group, with unique ids, in the order in which they lie on each other.
public struct DecorationList: Sendable {
    public let decorations: [Decoration]
    /// Where each id is.  Ids are compared by code points.
    private let places: [ExactText: Int]

    /// Keeps two lists, the former one and the new one, within the memory of a call: a value takes about a hundred bytes.
    public static let maxValues = 2_000_000

    public init() {
        decorations = []
        places = [:]
    }

    /// - Parameter source: what an error path calls the list.
    /// - Throws: JSON, with the place of the second of two decorations with the same id.
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
    /// - Parameter former: has most of these decorations, probably: one that is the same JSON is not read again.
    public init(
        _ json: JSONReader, source: String = "decorations", like former: DecorationList = DecorationList()
    ) throws(Failure) {
        var decorations: [Decoration] = []
        for (place, value) in try json.array().enumerated() {
            let known = value.object?["id"]?.string.flatMap { former[$0] }
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

    func place(of id: String) -> Int? { places[ExactText(id)] }

    /// The resources that decorations are in, in their order.
    var resources: [String] {
        var seen: Set<String> = []
        return decorations.map(\.resource).filter { seen.insert($0).inserted }
    }

    /// An array of decorations (schema `decorations`).
    public func write(to json: inout JSONWriter) {
        json.array(decorations) { $0.write(to: &$1) }
    }

    public func text() -> ByteBuffer {
        var json = JSONWriter()
        write(to: &json)
        return json.finish()
    }
}
