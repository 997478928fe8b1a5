// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// How increments walk through a range.
public enum Progression: Sendable {
    case step(Double)
    /// In ascending order.
    case stops([Double])
    case continuous

    /// The next value in a direction, before it is clamped to the range.
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

    /// How many values increments visit from one end to the other; nil when there are countless.
    public func count(in range: ClosedRange<Double>) -> Int? {
        switch self {
        case .continuous: return nil
        case .stops(let stops): return stops.count
        case .step(let step):
            let steps = ((range.upperBound - range.lowerBound) / step - Progression.quantum).rounded(.up)
            return Int(exactly: steps).flatMap { $0 < 1_000_000_000 ? $0 + 1 : nil }
        }
    }

    /// Two values closer than this are the same.
    private static let quantum = 1e-10

    private static func sum(_ a: Double, _ b: Double) -> Double {
        let sum = a + b
        // Steps too fine or values too large for ten decimals are left alone.
        guard abs(b) >= 1e-9, abs(sum) < 1e5 else { return sum }
        return (sum * 1e10).rounded() / 1e10
    }
}

public enum StepDirection: Sendable {
    case up
    case down
}

extension SettingDefinition {
    /// The value one step away, the same one at the end; nil when the setting has no steps.
    func stepped(from value: JSON, _ direction: StepDirection) -> JSON? {
        switch type {
        case .range, .percent:
            guard let range else { return nil }
            let number = value.number ?? range.lowerBound
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

    /// The value on the other side of a switch, or the next one of an enumeration, all around; nil for other types.
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

    /// A number the way this setting writes it.
    func number(_ number: Double) -> JSON {
        if isWhole, let whole = Int64(exactly: number) { return .integer(whole) }
        return .double(number == 0 ? 0 : number)
    }
}
