// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The permitted members of an object and their types.
struct Shape: Sendable {
    indirect enum Form: Sendable {
        /// A string of at most this many bytes.
        case text(Int)
        case word([String])
        case number(ClosedRange<Double>)
        case bool
        case texts(Int)
        case object(Shape)
        case either(Form, Form)
        /// A locator from the host.
        case locator
        /// A locator from the page.  The media type may be missing; the receiver adds it.
        case place
    }

    struct Member: Sendable {
        let name: String
        let form: Form
        let isRequired: Bool

        static func required(_ name: String, _ form: Form) -> Member {
            Member(name: name, form: form, isRequired: true)
        }

        static func optional(_ name: String, _ form: Form) -> Member {
            Member(name: name, form: form, isRequired: false)
        }
    }

    private let members: [Member]

    init(_ members: [Member] = []) { self.members = members }

    /// - Parameter more: members that the caller parses itself.
    func check(_ json: JSONReader, besides more: [String] = []) throws(Failure) {
        try json.rejectUnknownMembers(members.map(\.name) + more)
        for member in members {
            if let value = try json.optionalMember(member.name) {
                try member.form.check(value)
            } else if member.isRequired {
                throw json.failure("The member \"\(member.name)\" is missing.")
            }
        }
    }
}

extension Shape.Form {
    func check(_ json: JSONReader) throws(Failure) {
        switch self {
        case .text(let most):
            guard try json.string().utf8.count <= most else {
                throw json.failure("The string has more than \(most) bytes.")
            }
        case .word(let words):
            guard words.contains(try json.string()) else {
                throw json.failure("Expected one of \(words.joined(separator: ", ")).")
            }
        case .number(let range): _ = try json.number(in: range)
        case .bool: _ = try json.bool()
        case .texts(let most):
            let elements = try json.elements()
            guard elements.count <= most else { throw json.failure("The array has more than \(most) elements.") }
            for element in elements { try Shape.Form.text(Shape.short).check(element) }
        case .object(let shape): try shape.check(json)
        case .either(let first, let second):
            do throws(Failure) {
                try first.check(json)
            } catch {
                try second.check(json)
            }
        case .locator: _ = try Locator(json)
        case .place: _ = try json.member("href").nonEmptyString()
        }
    }
}

/// Shapes shared by several messages.
extension Shape {
    /// The maximum size of names, keys and languages in bytes.
    static let short = 1 << 10
    static let name = Form.text(short)
    /// The maximum size of text for readers in bytes.
    static let text = Form.text(1 << 17)
    /// A length in CSS pixels.
    static let length = Form.number(-1e7...1e7)
    static let size = Form.number(0...1e7)
    static let seconds = Form.number(0...1e9)

    static let point = Form.object(Shape([.required("x", length), .required("y", length)]))
    /// A DOMRect.
    static let rect = Form.object(
        Shape(
            [.required("width", size), .required("height", size)]
                + ["left", "top", "right", "bottom", "x", "y"].map { Member.optional($0, length) }))
    static let insets = Form.object(Shape(["top", "right", "bottom", "left"].map { Member.optional($0, size) }))
}
