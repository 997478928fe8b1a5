// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternModel

/// NUL-terminated UTF-8 from the caller.
public typealias Text = UnsafePointer<CChar>

/// Validates text passed to the C API, which may be NULL, invalid UTF-8 or invalid JSON.
enum Input {
    /// - Parameter name: the name of the parameter, for the message.
    static func text(_ text: Text?, _ name: StaticString) throws(Failure) -> String {
        guard let text else { throw Failure(.argument, "The parameter \(name) is NULL.") }
        guard let string = String(validatingCString: text) else {
            throw Failure(.argument, "The parameter \(name) is not valid UTF-8.")
        }
        guard StreamSafeText.contains(string) else {
            let most = StreamSafeText.maxRun
            throw Failure(.argument, "The parameter \(name) has more than \(most) combining characters in a row.")
        }
        return string
    }

    static func optionalText(_ text: Text?, _ name: StaticString) throws(Failure) -> String? {
        text == nil ? nil : try self.text(text, name)
    }

    /// - Parameter name: the name of the parameter, which is also the first step in the path of a failure.
    static func json(
        _ text: Text?, _ name: StaticString, maxDepth: UInt64 = Limits().maxJSONDepth, maxBytes: Int = .max,
        maxValues: Int = .max
    ) throws(Failure) -> JSONReader {
        try parsed(text, name) { bytes throws(Failure) in
            guard bytes.count <= maxBytes else {
                throw Failure(.limit, "The JSON text has more than \(maxBytes) bytes.", path: ["\(name)"])
            }
            do throws(Failure) {
                let json = try JSONParser.parse(bytes, source: "\(name)", maxDepth: maxDepth, maxValues: maxValues)
                return JSONReader(json, source: "\(name)")
            } catch {
                guard let word = bareWord(bytes) else { throw error }
                let message =
                    "The parameter \(name) is JSON, where strings are quoted: write \"\(word)\", not \(word)."
                throw Failure(.json, message, path: error.path)
            }
        }
    }

    /// Returns the text if it is a single word, which is missing the quotes of a JSON string.
    private static func bareWord(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard let first = bytes.first, ASCII.isLetter(first), bytes.count <= 40,
            bytes.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Passes JSON to a custom parser, without the copies that a string would need.
    static func parsed<T>(
        _ text: Text?, _ name: StaticString, _ parse: (UnsafeRawBufferPointer) throws(Failure) -> T
    ) throws(Failure) -> T {
        guard let text else { throw Failure(.argument, "The parameter \(name) is NULL.") }
        do throws(Failure) {
            return try parse(UnsafeRawBufferPointer(start: text, count: memory_length(text)))
        } catch {
            // Report invalid UTF-8 as such, not as invalid JSON.
            _ = try self.text(text, name)
            throw error
        }
    }

    static func optionalJSON(
        _ text: Text?, _ name: StaticString, maxDepth: UInt64 = Limits().maxJSONDepth
    ) throws(Failure) -> JSONReader? {
        text == nil ? nil : try json(text, name, maxDepth: maxDepth)
    }

    static func bytes(_ data: UnsafeRawPointer?, _ size: Int) throws(Failure) -> UnsafeRawBufferPointer {
        guard size >= 0 else { throw Failure(.argument, "The size is larger than the address space.") }
        guard data != nil || size == 0 else { throw Failure(.argument, "The data is NULL, but its size is \(size).") }
        return UnsafeRawBufferPointer(start: data, count: size)
    }
}
