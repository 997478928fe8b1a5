// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternText

extension Publication {
    /// Words, characters, images and minutes of the whole, of resources and of sections (schema `statistics`).
    public func writeStatistics(_ options: StatisticsOptions, to json: inout JSONWriter) throws(Failure) {
        let statistics = try statistics()
        let place = try options.from.map { query throws(Failure) in try self.place(query) }
        json.beginObject()
        json.members(of: statistics.whole, options.speed)
        json.key("resources")
        let resources = statistics.counts(of: manifest.readingOrder.count) { $0.resource }
        json.array(zip(manifest.readingOrder, resources).enumerated()) { entry, json in
            json.beginObject()
            json.member("href", entry.element.0.href)
            json.member("hasText", statistics.texts.contains(entry.offset))
            json.members(of: entry.element.1, options.speed)
            json.member("failure", ifPresent: statistics.failures[entry.offset]?.message)
            json.endObject()
        }
        json.key("sections")
        let sections = statistics.counts(of: statistics.sections.count) { $0.section }
        json.array(zip(statistics.sections, sections)) { section, json in
            json.beginObject()
            json.member("href", section.0.link.href)
            json.member("title", ifPresent: section.0.link.title)
            json.member("level", section.0.level)
            json.members(of: section.1, options.speed)
            json.endObject()
        }
        if let place { statistics.write(leftFrom: place, options.speed, to: &json) }
        json.endObject()
    }

    /// The index and the progression of a place in the reading order.  No document is read if the query has both.
    private func place(_ query: LocatorQuery) throws(Failure) -> (resource: Int, progression: Double) {
        let order = manifest.readingOrder
        if let href = query.href, let progression = query.locations.progression, query.text.highlight == nil,
            let resource = order.index(LinkFilter(href: href))
        {
            return (resource, progression)
        }
        let found = try locate(query)
        guard let resource = order.index(LinkFilter(href: found.href)) else {
            throw Failure(.notFound, "The place is not in the reading order.", path: [name, found.href])
        }
        return (resource, found.locations.progression ?? 0)
    }
}

extension PublicationStatistics {
    /// Writes the amounts after the place, in the whole publication and in its section.
    fileprivate func write(
        leftFrom place: (resource: Int, progression: Double), _ speed: ReadingSpeed, to json: inout JSONWriter
    ) {
        let ahead = slices.filter {
            $0.resource > place.resource || $0.resource == place.resource && $0.range.upperBound > place.progression
        }
        let section = ahead.first?.section
        var whole = ReadingAmount(TextCount())
        var ofSection = whole
        for slice in ahead {
            let share = slice.resource == place.resource ? slice.share(behind: place.progression) : 1
            let amount = ReadingAmount(slice.count.text, share: share)
            whole += amount
            if slice.section == section { ofSection += amount }
        }
        json.key("left")
        json.beginObject()
        json.members(of: whole, speed)
        if let section {
            json.key("section")
            json.beginObject()
            json.member("index", section)
            json.members(of: ofSection, speed)
            json.endObject()
        }
        json.endObject()
    }
}

extension ReadingSlice {
    /// The share of it after a progression in its resource.
    fileprivate func share(behind progression: Double) -> Double {
        let length = range.upperBound - range.lowerBound
        guard length > 0 else { return progression < range.upperBound ? 1 : 0 }
        return min(max((range.upperBound - progression) / length, 0), 1)
    }
}

extension JSONWriter {
    fileprivate mutating func members(of count: ReadingCount, _ speed: ReadingSpeed) {
        members(of: count.text)
        member("images", count.images)
        key("notes")
        beginObject()
        members(of: count.notes)
        endObject()
        member("minutes", speed.minutes(ReadingAmount(count.text)))
    }

    private mutating func members(of count: TextCount) {
        member("words", count.words)
        member("characters", count.characters)
        member("cjk", count.ideographs)
    }

    fileprivate mutating func members(of amount: ReadingAmount, _ speed: ReadingSpeed) {
        member("words", Int(amount.words.rounded()))
        member("cjk", Int(amount.ideographs.rounded()))
        member("minutes", speed.minutes(amount))
    }
}
