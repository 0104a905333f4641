/// The style that the preview, its tests and the viewer of traces have in common.
package enum InterfaceStyle {
    /// A style sheet with the colours, as custom properties, and the size of the page.
    package static var palette: String { EmbeddedFiles.palette_css }
}
