// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternContainers
import LecternFormats
import LecternModel
import LecternPublication

// Answers the questions in a file that need Swift, because the C API has no function for them.  Prints a line of JSON
// for each, with its id and one of value, refused (why) and unhandled (why).
// conformance.py compares the answers; the file does not contain the expectations.

guard CommandLine.arguments.count == 4 else {
    print("usage: ConformanceEvaluator QUESTIONS.json FOLDER-OF-FIXTURES/ HOW-MANY-TO-LEAVE-OUT-AT-THE-BEGINNING")
    exit(2)
}
let (path, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
let first = Int(CommandLine.arguments[3]) ?? 0

do throws(Failure) {
    let source = try FileSource(path: path)
    let text = try ByteBuffer(capacity: Int(source.size())) { (space) throws(Failure) in
        try source.read(at: 0, into: space)
    }
    let vectors = try text.withBytes { (bytes) throws(Failure) in
        try JSONReader(try JSONParser.parse(bytes, source: path, maxDepth: 256), source: path).elements()
    }
    for entry in vectors.dropFirst(first) {
        let vector = Vector(
            id: try entry.member("id").string(), kind: try entry.member("kind").string(),
            input: try entry.member("input").value, folder: folder)
        var line = JSONWriter()
        line.beginObject()
        line.member("id", vector.id)
        do {
            line.member("value", try answer(vector))
        } catch Unanswered.refused(let why) {
            line.member("refused", why)
        } catch Unanswered.unhandled(let why) {
            line.member("unhandled", why)
        } catch {
            line.member("unhandled", "\(error)")
        }
        line.endObject()
        print(line.finish().text)
        // Flushes after each answer, so that the output shows where a trap happened.
        fflush(nil)
    }
} catch {
    print(error.message, error.pathText)
    exit(1)
}
