// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Series and other collections (EPUB 3.3, D.3.3: belongs-to-collection, D.3.4: collection-type, D.3.7: group-position).
extension PackageMetadata {
    /// The collections.  Series in EPUB 3 metadata take precedence over those of calibre.
    func belongsTo() -> [(kind: String, collections: [Contributor])] {
        guard mentions(MetadataProperty.belongsToCollection.bit | MetadataProperty.series.bit) else { return [] }
        var series: [Contributor] = []
        var collections: [Contributor] = []
        for item in items where item.property == .belongsToCollection && item.form != .link {
            if refinement(of: item, .collectionType)?.value == "series" {
                series.append(collection(item))
            } else {
                collections.append(collection(item))
            }
        }
        if series.isEmpty { series = calibreSeries() }
        return [("series", series), ("collection", collections)].filter { !$0.1.isEmpty }
    }

    private func collection(_ item: MetadataItem) -> Contributor {
        Contributor(
            name: localized(item), identifier: refinement(of: item, .identifier)?.value,
            sortAs: refinement(of: item, .fileAs)?.value,
            position: refinement(of: item, .groupPosition).flatMap { finiteNumber($0.value) })
    }

    private func calibreSeries() -> [Contributor] {
        guard let series = first(.series) else { return [] }
        let position = first(.seriesIndex).flatMap { finiteNumber($0.value) }
        return [Contributor(name: localized(series), position: position)]
    }
}
