// SPDX-License-Identifier: BSD-3-Clause

/// The encodings of a recording: other formats, bitrates and resolutions of the same content.
extension Link {
    /// The link, and those of its alternates that are of its kind, audio or video; only the link for other content.
    public var encodings: [Link] {
        guard let kind = [LinkFilter.Kind.audio, .video].first(where: { $0.includes(type) }) else { return [self] }
        return [self] + alternates.filter { kind.includes($0.type) }
    }

    /// Whether the encodings differ in quality, so that the reader can choose.
    public var hasQualities: Bool {
        let encodings = encodings
        return encodings.dropFirst().contains { other in
            other.more.bitrate != more.bitrate || other.more.width != more.width || other.more.height != more.height
        }
    }
}

/// What the images or recordings of a publication are available as, without repetitions: media types, bitrates in
/// kilobits per second, and sizes in pixels.
public struct Encodings: Sendable {
    public private(set) var formats: [String] = []
    public private(set) var bitrates: [Double] = []
    public private(set) var resolutions: [(width: Int, height: Int)] = []

    /// A limit: a comic may have a different size for each page.
    private static let most = 1000

    public init(of links: [Link]) {
        var seen: Set<[String]> = []
        for link in links {
            let same = [link] + link.alternates.filter { Encodings.family($0) == Encodings.family(link) }
            for one in same where seen.count < Encodings.most {
                if let type = one.type, seen.insert(["format", type]).inserted { formats.append(type) }
                if let rate = one.more.bitrate, seen.insert(["bitrate", "\(rate)"]).inserted { bitrates.append(rate) }
                guard let (width, height) = one.size, seen.insert(["\(width)", "\(height)"]).inserted else { continue }
                resolutions.append((width, height))
            }
        }
        bitrates.sort()
        resolutions.sort { ($0.height, $0.width) < ($1.height, $1.width) }
    }

    /// The part of the media type before the slash.
    private static func family(_ link: Link) -> String? { link.type.flatMap { MediaType($0) }?.type }
}

extension Link {
    fileprivate var size: (Int, Int)? {
        guard let width = more.width, let height = more.height else { return nil }
        return (width, height)
    }
}
