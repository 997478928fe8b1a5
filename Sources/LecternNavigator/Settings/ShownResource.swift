// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What a resource says about its own presentation.  In a publication with reflowable and fixed resources, it decides
/// which settings act while it is shown.
struct ShownResource: Sendable, Equatable {
    let layout: Layout
    /// nil if the resource does not differ from the publication.
    let orientation: Presentation.Orientation?

    init(_ link: Link, in manifest: Manifest) {
        layout = link.layout ?? manifest.layout
        orientation = link.properties["orientation"]?.string.flatMap(Presentation.Orientation.init(rawValue:))
    }
}

extension Settings {
    /// The settings while a resource is shown.  Publications of one layout have the same settings everywhere.
    func on(_ resource: ShownResource?) -> Settings {
        guard let resource else { return self }
        var settings = on(resource.layout)
        if let orientation = resource.orientation {
            settings.suggest("orientation", .string(orientation.rawValue))
        }
        return settings
    }

    /// The settings for resources of a layout, if the publication has several.
    func on(_ layout: Layout) -> Settings {
        guard engine.traits.layouts.count > 1 else { return self }
        var settings = self
        settings.layout = layout
        return settings
    }

    /// The settings for each of the layouts that the publication has.
    var byLayout: [Settings] { engine.traits.layouts.map(on) }
}
