// SPDX-License-Identifier: BSD-3-Clause

/// Locators that belong together, such as search results (Readium, Locator Collection).
public struct LocatorCollection: Sendable, Equatable {
    public struct Metadata: Sendable, Equatable {
        public var title: LocalizedString?
        /// The total number of items, of which this may be a part.
        public var numberOfItems: Int?
        public var other = JSONObject()

        public init() {}
    }

    public var metadata = Metadata()
    /// Links to this part, and to the previous and the next one.
    public var links: [Link] = []
    public var locators: [Locator]
    public var other = JSONObject()

    public init(locators: [Locator] = []) { self.locators = locators }

    /// Reads a collection.  Invalid members are left out, with a warning.
    public init?(_ json: JSON, _ reader: inout ManifestReader) {
        guard let object = reader.object(json) else { return nil }
        self.init()
        for member in object.members {
            reader.enter(member.key)
            switch member.key {
            case "metadata": metadata = Metadata(member.value, &reader)
            case "links": links = reader.links(member.value)
            case "locators": locators = reader.list(member.value) { reader, json in reader.locator(json) }
            default: other.append(member)
            }
            reader.leave()
        }
    }

    public func write(to json: inout JSONWriter) {
        write(to: &json) { json in for locator in locators { locator.write(to: &json) } }
    }

    /// - Parameter writeLocators: writes the locators, in place of those of this collection.
    public func write<E: Error>(
        to json: inout JSONWriter, _ writeLocators: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        json.beginObject()
        if metadata != Metadata() {
            json.key("metadata")
            metadata.write(to: &json)
        }
        json.member("links", ifNotEmpty: links)
        json.key("locators")
        json.beginArray()
        try writeLocators(&json)
        json.endArray()
        json.members(of: other)
        json.endObject()
    }
}

extension LocatorCollection.Metadata {
    fileprivate init(_ json: JSON, _ reader: inout ManifestReader) {
        guard let object = reader.object(json) else { return }
        for member in object.members {
            reader.enter(member.key)
            switch member.key {
            case "title": title = LocalizedString(member.value, &reader)
            case "numberOfItems": numberOfItems = reader.positiveInteger(member.value)
            default: other.append(member)
            }
            reader.leave()
        }
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("title", ifPresent: title)
        json.member("numberOfItems", ifPresent: numberOfItems)
        json.members(of: other)
        json.endObject()
    }
}

extension ManifestReader {
    fileprivate mutating func locator(_ json: JSON) -> Locator? {
        do throws(Failure) {
            return try Locator(JSONReader(json, source: "locator"))
        } catch {
            warn(.moderate, "The locator is ignored: \(error.message)")
            return nil
        }
    }
}
