// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The option `readiumCSS`: the version of Readium CSS, and what the host says of its properties.
public struct HostCSS: Sendable {
    public private(set) var version = ReadiumCSS.Version.one
    /// Of the reading system, and in place of what the settings make; nil takes a property away.
    private var declarations: [CSSDeclarations.Declaration] = []

    init() {}

    static func parse(_ reader: JSONReader) throws(Failure) -> HostCSS {
        try reader.rejectUnknownMembers(["version", "rsProperties", "userProperties"])
        var css = HostCSS()
        if let version = try reader.optionalMember("version")?.unsignedInteger(in: 1...2), version == 2 {
            css.version = .two
        }
        try css.read(reader.optionalMember("rsProperties"), "--RS__", ReadiumCSS.readingSystemProperties)
        try css.read(reader.optionalMember("userProperties"), "--USER__", ReadiumCSS.properties(css.version))
        return css
    }

    func add(to css: inout CSSDeclarations) {
        for declaration in declarations { css.set(declaration.name, declaration.value) }
    }

    /// Texts of values come last: they are in place of values.
    private mutating func read(
        _ reader: JSONReader?, _ prefix: String, _ properties: [CSSProperty]
    ) throws(Failure) {
        guard let reader else { return }
        var texts: [CSSDeclarations.Declaration] = []
        for member in try reader.object().members {
            let value = try reader.member(member.key)
            if let property = properties.first(where: { $0.name == member.key }) {
                let text = member.value.isNull ? nil : try HostCSS.text(member.value, property, value)
                declarations.append(.init(name: prefix + member.key, value: text))
            } else if member.key.hasPrefix(prefix), CSSDeclarations.isName(member.key) {
                let text = member.value.isNull ? nil : try value.string()
                guard text.map(CSSDeclarations.isValue) != false else {
                    throw value.failure("Expected the value of one declaration.")
                }
                texts.append(.init(name: member.key, value: text))
            } else {
                throw value.failure(
                    "\"\(member.key)\" is neither a property of Readium CSS nor a name that begins with \"\(prefix)\".")
            }
        }
        declarations += texts
    }

    /// A switch that is off has no value.
    private static func text(
        _ value: JSON, _ property: CSSProperty, _ reader: JSONReader
    ) throws(Failure) -> String? {
        if value == false, case .flag = property.form { return nil }
        guard let text = property.text(value) else {
            throw reader.failure("Expected \(property.form.expected).")
        }
        return text
    }
}
