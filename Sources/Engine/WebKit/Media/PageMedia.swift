/// The media of a view's pages: what the application does to all of them at once.
///
/// A script of the view in each document knows the media, those outside of the document included. It listens for events with secret names
/// on an object that all script worlds share. Commands come from a world that the page cannot see.
@MainActor
struct PageMedia {
    enum Command: String {
        case none, pause, suspend, resume
    }

    let secret = UUID().uuidString
    var isSuspended = false
    static let world = WKContentWorld.world(name: "SWWebView/media")

    /// The script for each document.
    var script: WKUserScript {
        WKUserScript(
            source: MediaScript.source(secret: secret, isSuspended: isSuspended), injectionTime: .atDocumentStart,
            forMainFrameOnly: false)
    }

    /// Returns the state of all media, by the values that the frames gave to a command.
    func state(of found: [Any]) -> WKMediaPlaybackState {
        if isSuspended { return .suspended }
        let states = found.compactMap { ($0 as? NSNumber)?.intValue }
        return states.contains(2) ? .playing : states.contains(1) ? .paused : .none
    }
}
