// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Settings that a host declares: rows like the built-in ones, read from its options.
enum CustomSettings {
    private static let members = [
        "key", "type", "default", "range", "step", "stops", "values", "requires", "scope", "label", "valueLabels",
        "cssVariable", "invalidatesPagination", "reflows", "format",
    ]

    /// A limit, since every activation iterates over all settings.
    private static let maxCount = 1000
    private static let maxValues = 10_000

    /// - Parameter locale: the language of labels.
    static func parse(
        _ reader: JSONReader, beside table: SettingsTable, locale: String
    ) throws(Failure) -> [SettingDefinition] {
        let elements = try reader.elements()
        guard elements.count <= maxCount else {
            throw Failure(.limit, "There are more than \(maxCount) settings.", path: reader.path)
        }
        var keys = Set(table.definitions.map { ExactText($0.key) })
        var definitions: [SettingDefinition] = []
        for element in elements {
            let definition = try definition(element, locale)
            guard keys.insert(ExactText(definition.key)).inserted, table.row(older: definition.key) == nil else {
                throw try element.member("key").failure("Another setting has the key \"\(definition.key)\".")
            }
            definitions.append(definition)
        }
        // Conditions are read last, when all settings that they may refer to are known.
        let all = table.adding(definitions)
        var left = CustomSettings.maxConditionValues
        for (index, element) in elements.enumerated() {
            guard let requires = try element.optionalMember("requires") else { continue }
            definitions[index].requires = try conditions(requires, all, &left)
        }
        return definitions
    }

    private static func definition(_ reader: JSONReader, _ locale: String) throws(Failure) -> SettingDefinition {
        try reader.rejectUnknownMembers(members)
        let key = try reader.member("key").nonEmptyString()
        let type = try reader.member("type").choice(SettingType.self)
        let label = try reader.optionalMember("label").map { member throws(Failure) in
            try CustomSettings.label(member, locale)
        }
        var definition = SettingDefinition(
            key: key, label: label ?? key, type: type,
            scope: try reader.optionalMember("scope")?.choice(SettingScope.self) ?? .shared,
            invalidatesPagination: try reader.optionalMember("invalidatesPagination")?.bool() ?? false,
            reflows: try reader.optionalMember("reflows")?.bool() ?? false, isOfHost: true)
        try rejectMisplacedMembers(reader, type)
        try readNumbers(reader, into: &definition)
        if let values = try values(reader, type) {
            definition.values = values
            definition.valueLabels = try valueLabels(reader, values, locale)
        } else if let labels = try reader.optionalMember("valueLabels") {
            throw labels.failure("\"valueLabels\" requires \"values\".")
        }
        if let variable = try reader.optionalMember("cssVariable") {
            definition.cssVariable = try customProperty(variable)
        }
        try readDefault(reader, into: &definition)
        return definition
    }

    // MARK: Parts of a declaration

    private static func rejectMisplacedMembers(_ reader: JSONReader, _ type: SettingType) throws(Failure) {
        let misplaced =
            switch type {
            case .range, .percent: ["values", "valueLabels"]
            case .enumeration, .font, .language, .value: ["range", "step", "stops", "format"]
            case .toggle, .color: ["range", "step", "stops", "format", "values", "valueLabels"]
            }
        for name in misplaced {
            guard let member = try reader.optionalMember(name) else { continue }
            throw member.failure("A setting of type \"\(type.rawValue)\" must not have the member \"\(name)\".")
        }
    }

    private static func readNumbers(_ reader: JSONReader, into definition: inout SettingDefinition) throws(Failure) {
        guard definition.type == .range || definition.type == .percent else { return }
        let isPercent = definition.type == .percent
        if isPercent { definition.format = .percent }
        if let format = try reader.optionalMember("format") { definition.format = try ValueFormat.parse(format) }
        var range = 0.0...1.0
        if let member = isPercent ? try reader.optionalMember("range") : try reader.member("range") {
            try member.rejectUnknownMembers(["min", "max"])
            let (min, max) = (try member.member("min").number(), try member.member("max").number())
            guard min <= max else { throw member.failure("\"min\" must not be greater than \"max\".") }
            range = min...max
        }
        definition.range = range
        if isPercent { definition.progression = .step(0.1) }
        let stops = try reader.optionalMember("stops")
        if let member = try reader.optionalMember("step") {
            if let stops { throw stops.failure("A setting must not have both \"step\" and \"stops\".") }
            let step = try member.number()
            guard step > 0 else { throw member.failure("The step must be greater than 0.") }
            definition.progression = .step(step)
            definition.isWhole = [range.lowerBound, range.upperBound, step].allSatisfy { Int64(exactly: $0) != nil }
        } else if let stops {
            definition.progression = .stops(try ascending(stops, in: range))
        }
    }

    private static func ascending(_ reader: JSONReader, in range: ClosedRange<Double>) throws(Failure) -> [Double] {
        var stops: [Double] = []
        for element in try reader.elements() {
            let stop = try element.number(in: range)
            if let last = stops.last, stop <= last { throw element.failure("The numbers must be in ascending order.") }
            stops.append(stop)
        }
        guard !stops.isEmpty else { throw reader.failure("The array must not be empty.") }
        return stops
    }

    private static func values(_ reader: JSONReader, _ type: SettingType) throws(Failure) -> [JSON]? {
        guard let member = type == .enumeration ? try reader.member("values") : try reader.optionalMember("values")
        else { return nil }
        let elements = try member.elements()
        guard !elements.isEmpty else { throw member.failure("The array must not be empty.") }
        guard elements.count <= maxValues else {
            throw Failure(.limit, "There are more than \(maxValues) values.", path: member.path)
        }
        for element in elements where type == .font || type == .language { _ = try element.nonEmptyString() }
        // A null cannot be chosen, since it unsets the preference.
        let values = elements.map { $0.value.isNull ? .publisher : $0.value }
        // Incrementing would get stuck at a duplicate value.
        var seen: Set<JSON> = []
        for (element, value) in zip(elements, values) where !seen.insert(value).inserted {
            throw element.failure("The value is listed twice.")
        }
        return values
    }

    /// Reads the name of a custom property that needs no CSS escapes.
    private static func customProperty(_ reader: JSONReader) throws(Failure) -> String {
        let name = try reader.string()
        let isName = name.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        guard name.utf8.starts(with: "--".utf8), name.utf8.count > 2, isName else {
            throw reader.failure("Expected the name of a CSS custom property, such as \"--ACME-ruler\".")
        }
        return name
    }

    /// Reads the default, and sets the value that a form displays without one.
    private static func readDefault(_ reader: JSONReader, into definition: inout SettingDefinition) throws(Failure) {
        if let member = try reader.optionalMember("default") {
            switch definition.reading(of: member.value) {
            case .value(let value): definition.builtIn = value
            case .outOfRange: throw member.failure(definition.outOfRange(member.value))
            case .unusable(let reason): throw member.failure(reason)
            }
        }
        if definition.builtIn.isNull, definition.offersPublisher { definition.builtIn = .publisher }
        switch definition.type {
        case .toggle: definition.shown = .value(false)
        case .range, .percent: definition.shown = .value(definition.number(definition.range?.lowerBound ?? 0))
        default: break
        }
    }
}
