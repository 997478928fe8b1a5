// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The facts about a recording as JSON, kept across runs.  The bytes of a picture are not.
extension Recording {
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("duration", ifPresent: duration)
        json.member("picture", ifPresent: picture?.mediaType)
        json.key("tags")
        tags.write(to: &json)
        json.key("chapters")
        json.beginArray()
        for chapter in chapters {
            json.beginObject()
            json.member("start", chapter.start)
            json.member("title", ifPresent: chapter.title)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    /// Returns nil for anything that `write(to:)` does not write.
    public init?(kept json: JSON) {
        guard let object = json.object, let tags = object["tags"]?.object, let chapters = object["chapters"]?.array,
            chapters.count <= Recording.mostChapters
        else { return nil }
        duration = object["duration"]?.number
        if let duration, !(0...Recording.longest ~= duration) { return nil }
        self.tags = RecordingTags(kept: tags)
        for chapter in chapters {
            guard let start = chapter.object?["start"]?.number, 0...Recording.longest ~= start else { return nil }
            self.chapters.append(Chapter(start: start, title: chapter.object?["title"]?.string))
        }
        picture = object["picture"]?.string.map(Picture.init(mediaType:))
    }
}

extension RecordingTags {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        for name in Name.allCases {
            let values = self[name]
            if values.isEmpty { continue }
            json.key(named: name.rawValue)
            json.beginArray()
            for value in values { json.string(value) }
            json.endArray()
        }
        json.endObject()
    }
}
