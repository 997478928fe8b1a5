// SPDX-License-Identifier: BSD-3-Clause

/// The CSS classes that are set during media overlay playback (RWPM, EPUB profile; EPUB 3.3, 9.4.2).
public struct MediaOverlayClasses: Sendable, Equatable {
    public var activeClass: String?
    public var playbackActiveClass: String?
    public var other = JSONObject()

    public init(activeClass: String? = nil, playbackActiveClass: String? = nil) {
        self.activeClass = activeClass
        self.playbackActiveClass = playbackActiveClass
    }

    public var isEmpty: Bool { self == MediaOverlayClasses() }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("activeClass", ifPresent: activeClass)
        json.member("playbackActiveClass", ifPresent: playbackActiveClass)
        json.members(of: other)
        json.endObject()
    }
}

extension MediaOverlayClasses {
    /// Returns nil if there are no members.
    public init?(_ json: JSON, _ reader: inout ManifestReader) {
        guard let object = reader.object(json) else { return nil }
        for member in object.members {
            reader.enter(member.key)
            switch member.key {
            case "activeClass": activeClass = reader.string(member.value)
            case "playbackActiveClass": playbackActiveClass = reader.string(member.value)
            default: other.append(member)
            }
            reader.leave()
        }
        if isEmpty { return nil }
    }
}
