/// The script that gives videos picture in picture, and media the choice of a device to play on, see
/// ``WKWebViewConfiguration/allowsPictureInPictureMediaPlayback`` and ``WKWebViewConfiguration/allowsAirPlayForMediaPlayback``.
@MainActor
enum VideoPresentation {
    private static let source = EmbeddedFiles.video_presentation_js
        .trimmingCharacters(in: .whitespacesAndNewlines)

    /// Returns the script for documents of a view.
    static func script(pictureInPicture: Bool, airPlay: Bool) -> WKUserScript {
        let arguments = "{ pictureInPicture: \(pictureInPicture), airPlay: \(airPlay) }"
        return WKUserScript(
            source: "\(source)(\(arguments));", injectionTime: .atDocumentStart, forMainFrameOnly: false)
    }
}
