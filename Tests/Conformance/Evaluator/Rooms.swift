// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Answers the vectors of some kinds.  nil: the code under test says that there is nothing.
typealias Room = @Sendable (Vector) throws -> (any Examined)?

/// Who answers which kind: the one table of the evaluator.
let rooms: [String: Room] = [:]

func answer(_ vector: Vector) throws -> JSON {
    guard let room = rooms[vector.kind] else { throw Unanswered.unhandled("no room for this kind") }
    do {
        return try follow(vector["then"], from: try room(vector))
    } catch let failure as Failure {
        throw Unanswered.refused(failure.message)
    }
}
