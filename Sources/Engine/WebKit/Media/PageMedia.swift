import CWebKitGTK

/// The media of a view's pages: what the application does to all of them at once.
///
/// A script of the view in each document knows the media, those outside of the document included. It listens for events with secret names
/// on an object that all script worlds share. Commands come from a world that the page cannot see.
@MainActor
final class PageMedia {
    enum Command: String {
        case none, pause, suspend, resume
    }

    private weak var webView: WKWebView?
    private let secret = UUID().uuidString
    private(set) var isSuspended = false
    private(set) var fullscreen = WKWebView.FullscreenState.notInFullscreen
    private static let world = WKContentWorld.world(name: "SWWebView/media")

    init(of webView: WKWebView) { self.webView = webView }

    /// The script for each document.
    var script: WKUserScript {
        WKUserScript(
            source: MediaScript.source(secret: secret, isSuspended: isSuspended), injectionTime: .atDocumentStart,
            forMainFrameOnly: false)
    }

    /// Runs a command in all frames, and gives the state of all media.
    func run(_ command: Command, _ completion: @escaping @MainActor (WKMediaPlaybackState) -> Void) {
        inAllFrames(MediaScript.command(command.rawValue, secret: secret)) { [weak self] found in
            if self?.isSuspended == true { return completion(.suspended) }
            let states = found.compactMap { ($0 as? NSNumber)?.intValue }
            completion(states.contains(2) ? .playing : states.contains(1) ? .paused : .none)
        }
    }

    func setSuspended(_ suspends: Bool, _ completion: @escaping @MainActor () -> Void) {
        guard let webView, isSuspended != suspends else { return DispatchQueue.main.async { completion() } }
        isSuspended = suspends
        webView.liveConfiguration.userContentController.reinstallScripts()
        run(suspends ? .suspend : .resume) { _ in completion() }
    }

    func closePresentations(_ completion: @escaping @MainActor () -> Void) {
        inAllFrames(MediaScript.closing(secret: secret)) { _ in completion() }
    }

    // MARK: Full screen

    /// Follows an element on its way: WebKit reports the beginning, and the document the end.
    func fullscreenChanged(isEntering: Bool) {
        setFullscreen(isEntering ? .enteringFullscreen : .exitingFullscreen)
        guard let webView else { return }
        let script = "return \(MediaScript.fullscreenArrival(isEntering: isEntering))"
        webView.callAsyncJavaScript(script, in: nil, in: Self.world) { [weak self] _ in
            guard let self, fullscreen == (isEntering ? .enteringFullscreen : .exitingFullscreen) else { return }
            setFullscreen(isEntering ? .inFullscreen : .notInFullscreen)
        }
    }

    private func setFullscreen(_ state: WKWebView.FullscreenState) {
        fullscreen = state
        webView?.propertyChanges.notify(.fullscreen)
    }

    // MARK: Frames

    /// Runs a script in each frame of the page, and gives the values once all have come.
    private func inAllFrames(_ script: String, _ completion: @escaping @MainActor ([Any]) -> Void) {
        guard let webView else { return DispatchQueue.main.async { completion([]) } }
        webView.evaluateInAllFrames(script, in: Self.world) { found in completion(found) }
    }
}

extension WKWebView {
    /// Runs a script whose value is a promise in each frame of the page that is shown. Gives the values once all have come.
    ///
    /// Frames in which scripts may not run give none.
    func evaluateInAllFrames(
        _ script: String, in world: WKContentWorld, _ completion: @escaping @MainActor ([Any]) -> Void
    ) {
        guard let handle else { return DispatchQueue.main.async { completion([]) } }
        let gathering = Gathering(completion)
        gathering.expect()
        callAsyncJavaScript("return await \(script)", in: nil, in: world) { gathering.receive((try? $0.get()) ?? nil) }
        for frame in messageSenders.otherFrameIDs {
            gathering.expect()
            FrameScript(frame: frame, world: world, source: script, sourceURL: "about:blank", isCall: true)
                .run(in: handle) { gathering.receive((try? $0.get()) ?? nil) }
        }
    }
}

/// The values of several calls.
@MainActor
private final class Gathering {
    private var expected = 0
    private var values: [Any] = []
    private let completion: @MainActor ([Any]) -> Void

    init(_ completion: @escaping @MainActor ([Any]) -> Void) { self.completion = completion }

    func expect() { expected += 1 }

    func receive(_ value: Any?) {
        if let value { values.append(value) }
        expected -= 1
        if expected == 0 { completion(values) }
    }
}
