// SPDX-License-Identifier: BSD-3-Clause

/// The rights reserved for text and data mining (TDM Reservation Protocol; RWPM, tdm).
public struct TDM: Sendable, Equatable {
    public enum Reservation: String, Sendable, CaseIterable {
        case all, none
    }

    public var reservation: Reservation
    /// A URL.
    public var policy: String?
    public var other = JSONObject()

    public init(reservation: Reservation, policy: String? = nil) {
        self.reservation = reservation
        self.policy = policy
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("reservation", reservation.rawValue)
        json.member("policy", ifPresent: policy)
        json.members(of: other)
        json.endObject()
    }
}

extension TDM {
    /// Returns nil, with a warning, if the reservation is missing or invalid.
    public init?(_ json: JSON, _ reader: inout ManifestReader) {
        guard let object = reader.object(json) else { return nil }
        guard let reservation = object["reservation"]?.string.flatMap(Reservation.init(rawValue:)) else {
            reader.warn(.minor, "The reservation is neither \"all\" nor \"none\"; the object is ignored.")
            return nil
        }
        self.init(reservation: reservation)
        for member in object.members where member.key != "reservation" {
            guard member.key == "policy" else {
                other.append(member)
                continue
            }
            reader.enter(member.key)
            policy = reader.string(member.value)
            reader.leave()
        }
    }
}
