// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The result of validating a value for a setting.
enum ValueReading {
    /// The normalized value if it is valid; null unsets the preference.
    case value(JSON)
    /// A number that is out of range, and the nearest one within it.
    case outOfRange(JSON, nearest: JSON)
    /// The reason, as a sentence.
    case unusable(String)
}

extension SettingDefinition {
    /// Returns 0 for the current key, larger numbers for older ones.
    func age(of name: String) -> Int {
        name == key ? 0 : 1 + (olderKeys.firstIndex(of: name) ?? olderKeys.count)
    }

    /// - Parameters:
    ///   - name: the key of the value; nil for the current one.
    ///   - stored: whether the value is from stored preferences, rather than from a form.
    func reading(of json: JSON, as name: String? = nil, stored: Bool = false) -> ValueReading {
        if json.isNull { return .value(.null) }
        if let current = olderValues[json] ?? (stored ? storedValues[json] : nil) { return .value(current) }
        if let current = share(json, as: name) { return .value(current) }
        switch type {
        case .toggle:
            return accept(json.bool.map(JSON.bool), json, "a boolean")
        case .range, .percent:
            guard let number = json.number else { return accept(nil, json, "a number") }
            let clamped = clamped(number)
            return clamped == number
                ? .value(self.number(number)) : .outOfRange(self.number(number), nearest: self.number(clamped))
        case .color:
            return accept(Color(json: json).map { .string($0.hex) }, json, "a color such as \"#FFF8E0\"")
        case .language:
            return accept(json.string.flatMap(LanguageTag.canonical).map(JSON.string), json, "a language tag")
        case .font:
            return accept(json.string == "" ? .none : json.string.map(JSON.string), json, "the name of a font family")
        case .enumeration:
            if case .unusable = member(json), shape == .text { return shaped(json) }
            return member(json)
        case .value:
            return values == nil ? shaped(json) : member(json)
        }
    }

    /// Converts a number from 0 to 1 of the first version; returns nil if the number is to be used unchanged.
    private func share(_ json: JSON, as name: String?) -> JSON? {
        guard let number = json.number, (0...1).contains(number) else { return nil }
        if let range, let name, olderShares.contains(name) {
            let value = range.lowerBound + number * (range.upperBound - range.lowerBound)
            return self.number((value * 1e10).rounded() / 1e10)
        }
        // Under the current key, an integer among the listed values is a number of columns, for example.
        guard !olderScale.isEmpty, name ?? key != key || listed(json) == nil else { return nil }
        return olderScale[Swift.min(Int(number * Double(olderScale.count)), olderScale.count - 1)]
    }

    private func shaped(_ json: JSON) -> ValueReading {
        switch shape {
        case .any: return .value(json)
        case .text: return accept(json.string.map(JSON.string), json, "a string")
        case .textByLanguage:
            guard let object = json.object else {
                return accept(nil, json, "an object with a string for each language")
            }
            for member in object.members {
                guard LanguageTag.canonical(member.key) != nil else {
                    return .unusable("Expected language tags as keys, found \(found(.string(member.key))).")
                }
                guard member.value.string != nil else { return accept(nil, member.value, "a string for each language") }
            }
            return .value(json)
        }
    }

    /// Accepts a listed value; an integer is also accepted for the string with its digits.
    private func member(_ json: JSON) -> ValueReading {
        if let value = listed(json) { return .value(value) }
        let known = (values ?? []).prefix(20).map { JSONWriter.text(of: $0).text }.joined(separator: ", ")
        return .unusable("Expected one of \(known).")
    }

    private func listed(_ json: JSON) -> JSON? {
        let values = values ?? []
        if let index = values.firstIndex(of: json) { return values[index] }
        guard let number = json.integer, values.contains(.string(String(number))) else { return nil }
        return .string(String(number))
    }

    private func accept(_ value: JSON?, _ json: JSON, _ wanted: String) -> ValueReading {
        value.map(ValueReading.value) ?? .unusable("Expected \(wanted), found \(found(json)).")
    }

    private func found(_ json: JSON) -> String {
        guard case .string(let text) = json, text.utf8.count <= 40 else { return json.found }
        return "\"\(text)\""
    }
}
