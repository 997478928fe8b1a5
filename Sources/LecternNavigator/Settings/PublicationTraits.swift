// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The metadata and presentation hints of a publication that affect its settings, with the values of the manifest.
public struct PublicationTraits: Sendable, Equatable {
    /// A property of the manifest whose value is a word or a boolean.
    public enum Trait: Sendable {
        case readingProgression
        case overflow
        case spread
        case fit
        case orientation
        case continuous
    }

    public var languages: [String]
    public var readingProgression: String?
    public var layout: Layout
    /// The layouts of its resources.
    public var layouts: [Layout]
    public var overflow: String?
    public var spread: String?
    public var fit: String?
    public var orientation: String?
    public var continuous: Bool?
    /// What the publication and its view have; all features if there is no publication.
    public var features: Set<Feature>

    public init(
        languages: [String] = [], readingProgression: String? = nil, layout: Layout = .reflowable,
        layouts: [Layout] = [],
        overflow: String? = nil, spread: String? = nil, fit: String? = nil, orientation: String? = nil,
        continuous: Bool? = nil, features: Set<Feature> = Set(Feature.allCases)
    ) {
        self.languages = languages
        self.readingProgression = readingProgression
        self.layout = layout
        self.layouts = layouts
        self.overflow = overflow
        self.spread = spread
        self.fit = fit
        self.orientation = orientation
        self.continuous = continuous
        self.features = features
    }

    /// null if the manifest does not declare the property.
    public subscript(trait: Trait) -> JSON {
        switch trait {
        case .readingProgression: readingProgression.map(JSON.string) ?? .null
        case .overflow: overflow.map(JSON.string) ?? .null
        case .spread: spread.map(JSON.string) ?? .null
        case .fit: fit.map(JSON.string) ?? .null
        case .orientation: orientation.map(JSON.string) ?? .null
        case .continuous: continuous.map(JSON.bool) ?? .null
        }
    }

    /// The first language, unless it is undetermined.
    public var language: String? { LanguageTag.main(of: languages) }
}
