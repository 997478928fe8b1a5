// SPDX-License-Identifier: BSD-3-Clause

/// Paths of the libraries that decode images, for hosts that bring their own; a library without one is found through
/// the loader's search path (schema `context-options`).
public struct ImageLibraries: Sendable {
    public var turbojpeg: String?
    public var png: String?
    public var webp: String?
    public var gif: String?
    /// SVG images of a publication are drawn only if this is set; librsvg is searched for to draw a generated cover.
    public var rsvg: String?
}
