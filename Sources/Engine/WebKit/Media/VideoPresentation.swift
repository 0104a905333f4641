/// The script that gives videos picture in picture, and media the choice of a device to play on, see
/// ``WKWebViewConfiguration/allowsPictureInPictureMediaPlayback`` and ``WKWebViewConfiguration/allowsAirPlayForMediaPlayback``.
@MainActor
enum VideoPresentation {
    private static let source = EmbeddedFiles.video_presentation_js
        .trimmingCharacters(in: .whitespacesAndNewlines)

    /// Returns the script for documents of a view.
    static func script(for configuration: WKWebViewConfiguration) -> WKUserScript {
        let arguments = """
            { pictureInPicture: \(configuration.allowsPictureInPictureMediaPlayback), \
            airPlay: \(configuration.allowsAirPlayForMediaPlayback) }
            """
        return WKUserScript(
            source: "\(source)(\(arguments));", injectionTime: .atDocumentStart, forMainFrameOnly: false)
    }
}
