// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Validates the references to media overlays in the package document (EPUB 3.3, 9.3 and 9.2.2).
enum OverlayValidation {
    static func review(_ order: borrowing ReadingOrder, _ metadata: PackageMetadata, _ log: inout WarningLog) {
        let hasDurations = metadata.outerRefinements.contains { metadata.items[$0.item].property == .duration }
        guard order.items.hasOverlays || hasDurations else { return }
        let tree = metadata.package.tree
        for index in order.items.unusual.map(Int.init) {
            let id = order.items.items[index].mediaOverlay
            let type = order.items.items[index].type
            guard id.count > 0 else { continue }
            if type.count > 0, !tree.equals(type, "application/xhtml+xml"), !tree.equals(type, "image/svg+xml") {
                ItemValidation.warn(index, order.items, &log, "Only content documents have media overlays.")
            }
            guard let overlay = order.items.index(of: id) else {
                ItemValidation.warn(
                    index, order.items, &log, "The media overlay \"\(tree.string(id).prefix(100))\" is not an item.")
                continue
            }
            if !tree.equals(order.items.items[overlay].type, "application/smil+xml") {
                ItemValidation.warn(index, order.items, &log, "The media overlay is not a SMIL document.")
            }
        }
        reviewDurations(metadata, &log)
    }

    /// The total duration must be the sum of the durations of all overlays, with a tolerance of one second for rounding.
    private static func reviewDurations(_ metadata: PackageMetadata, _ log: inout WarningLog) {
        guard let total = metadata.first(.duration) else {
            return log.add(
                .minor, "The total duration of the media overlays is missing.",
                [metadata.package.path, "/package/metadata"])
        }
        var sum = 0.0
        for (_, index) in metadata.outerRefinements where metadata.items[index].property == .duration {
            sum += ClockValue.seconds(metadata.items[index].value) ?? 0
        }
        guard let seconds = ClockValue.seconds(total.value), !((seconds - sum).magnitude <= 1) else { return }
        log.add(
            .minor, "The duration is not the sum of the durations of the media overlays.", metadata.location(of: total))
    }
}
