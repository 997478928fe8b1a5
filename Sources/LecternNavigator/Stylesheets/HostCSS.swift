// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The option `readiumCSS`: the version of Readium CSS, and the host's values of its properties.
public struct HostCSS: Sendable {
    public private(set) var version = ReadiumCSS.Version.one
    /// Properties of the reading system, and replacements for those computed from settings; nil removes a property.
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

    /// Reads properties.  Raw CSS for a property takes precedence over its value, so it is added last.
    private mutating func read(
        _ reader: JSONReader?, _ prefix: String, _ properties: [CSSProperty]
    ) throws(Failure) {
        guard let reader else { return }
        var texts: [CSSDeclarations.Declaration] = []
        for (key, member) in try reader.allMembers() {
            if let property = properties.first(where: { $0.name == key }) {
                declarations.append(.init(name: prefix + key, value: try HostCSS.text(member, property)))
            } else if key.hasPrefix(prefix), CSSDeclarations.isName(key) {
                texts.append(.init(name: key, value: try HostCSS.text(member)))
            } else {
                throw member.failure(
                    "\"\(key)\" is neither a Readium CSS property nor a name that begins with \"\(prefix)\".")
            }
        }
        declarations += texts
    }

    /// Returns nil for null and for a flag that is off.
    private static func text(_ reader: JSONReader, _ property: CSSProperty) throws(Failure) -> String? {
        if reader.value.isNull { return nil }
        if reader.value == false, case .flag = property.form { return nil }
        guard let text = property.text(reader.value) else {
            throw reader.failure("Expected \(property.form.expected).")
        }
        return text
    }

    private static func text(_ reader: JSONReader) throws(Failure) -> String? {
        if reader.value.isNull { return nil }
        let text = try reader.string()
        guard CSSDeclarations.isValue(text) else {
            throw reader.failure("Expected the value of a single CSS declaration.")
        }
        return text
    }
}
