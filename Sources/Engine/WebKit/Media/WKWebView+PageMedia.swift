extension WKWebView {
    /// Runs a command in all frames, and gives the state of all media.
    func runMedia(_ command: PageMedia.Command, _ completion: @escaping @MainActor (WKMediaPlaybackState) -> Void) {
        let script = MediaScript.command(command.rawValue, secret: media.secret)
        evaluateInAllFrames(script, in: PageMedia.world) { [weak self, media] found in
            completion((self?.media ?? media).state(of: found))
        }
    }

    func suspendMedia(_ suspends: Bool, _ completion: @escaping @MainActor () -> Void) {
        guard media.isSuspended != suspends else { return DispatchQueue.main.async { completion() } }
        media.isSuspended = suspends
        liveConfiguration.userContentController.reinstallScripts()
        runMedia(suspends ? .suspend : .resume) { _ in completion() }
    }

    func closePresentations(_ completion: @escaping @MainActor () -> Void) {
        evaluateInAllFrames(MediaScript.closing(secret: media.secret), in: PageMedia.world) { _ in completion() }
    }

    // MARK: Full screen

    /// Follows an element on its way: WebKit reports the beginning, and the document the end.
    func fullscreenChanged(isEntering: Bool) {
        let state = isEntering ? FullscreenState.enteringFullscreen : .exitingFullscreen
        setFullscreen(state)
        let script = "return \(MediaScript.fullscreenArrival(isEntering: isEntering))"
        callAsyncJavaScript(script, in: nil, in: PageMedia.world) { [weak self] _ in
            guard let self, fullscreen == state else { return }
            setFullscreen(isEntering ? .inFullscreen : .notInFullscreen)
        }
    }

    private func setFullscreen(_ state: FullscreenState) {
        fullscreen = state
        propertyChanges.notify(.fullscreen)
    }

    // MARK: Frames

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
