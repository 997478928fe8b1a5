// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The steps of a setting within its range.
public enum Progression: Sendable {
    case step(Double)
    /// In ascending order.
    case stops([Double])
    case continuous

    /// Returns the next value in a direction, not yet clamped to the range.
    ///
    /// Sums are rounded to ten decimals, so that ten steps of 0.1 make 1 and not 0.9999999999999999.
    func next(after value: Double, _ direction: StepDirection, in range: ClosedRange<Double>) -> Double {
        switch self {
        case .step(let step): return Progression.sum(value, direction == .up ? step : -step)
        case .continuous:
            let width = range.upperBound - range.lowerBound
            let tenth = width.isFinite ? width / 10 : range.upperBound / 10 - range.lowerBound / 10
            return Progression.sum(value, direction == .up ? tenth : -tenth)
        case .stops(let stops):
            switch direction {
            case .up: return stops.first { $0 > value + Progression.quantum } ?? value
            case .down: return stops.last { $0 < value - Progression.quantum } ?? value
            }
        }
    }

    /// Returns the number of values from one end to the other, or nil if it is unlimited.
    public func count(in range: ClosedRange<Double>) -> Int? {
        switch self {
        case .continuous: return nil
        case .stops(let stops): return stops.count
        case .step(let step):
            let steps = ((range.upperBound - range.lowerBound) / step - Progression.quantum).rounded(.up)
            return Int(exactly: steps).flatMap { $0 < 1_000_000_000 ? $0 + 1 : nil }
        }
    }

    /// Values closer than this count as equal.
    private static let quantum = 1e-10

    private static func sum(_ a: Double, _ b: Double) -> Double {
        let sum = a + b
        // Not rounded if the step is too small or the value too large for ten decimals.
        guard abs(b) >= 1e-9, abs(sum) < 1e5 else { return sum }
        return (sum * 1e10).rounded() / 1e10
    }
}

public enum StepDirection: Sendable {
    case up
    case down
}

extension SettingDefinition {
    /// Returns the value one step away, or the same value at the end; nil if the setting has no steps.
    func stepped(from value: JSON, _ direction: StepDirection) -> JSON? {
        switch type {
        case .range, .percent:
            guard let range else { return nil }
            let number = clamped(value.number ?? range.lowerBound)
            return self.number(clamped(progression.next(after: number, direction, in: range)))
        case .enumeration:
            guard let values, let first = values.first else { return nil }
            guard let index = values.firstIndex(of: value) else { return direction == .up ? first : value }
            let next = direction == .up ? index + 1 : index - 1
            return values.indices.contains(next) ? values[next] : value
        default:
            return nil
        }
    }

    /// Returns the other value of a switch, or the next one of an enumeration, wrapping around; nil for other types.
    func toggled(from value: JSON) -> JSON? {
        switch type {
        case .toggle:
            return .bool(!(value.bool ?? false))
        case .enumeration:
            guard let values, let first = values.first else { return nil }
            guard let index = values.firstIndex(of: value), index + 1 < values.count else { return first }
            return values[index + 1]
        default:
            return nil
        }
    }

    func clamped(_ number: Double) -> Double {
        guard let range else { return number }
        return Swift.min(Swift.max(number, range.lowerBound), range.upperBound)
    }

    /// Returns the nearest value that the setting can have; other values than numbers are returned unchanged.
    func nearest(_ value: JSON) -> JSON {
        guard range != nil, let number = value.number, clamped(number) != number else { return value }
        return self.number(clamped(number))
    }

    /// The message for a number that is out of range.
    func outOfRange(_ json: JSON) -> String {
        "Expected a number\(range.map { " " + JSON.between($0) } ?? ""), found \(json.found)."
    }

    /// Returns a number in the format of this setting.
    func number(_ number: Double) -> JSON {
        if isWhole, let whole = Int64(exactly: number) { return .integer(whole) }
        return .double(number == 0 ? 0 : number)
    }
}
