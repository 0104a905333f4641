import CWebKitGTK

extension WKWebsiteDataStore {
    /// Lets WebKitWebDriver drive views of this store, in a process that it has started with `--automation`.
    ///
    /// - Parameters:
    ///   - applicationName: the name that the capability `browserName` is compared with.
    ///   - version: three numbers with dots between them.
    ///   - makeView: gives the view for a session or a new window; its configuration has `isControlledByAutomation`.
    ///     While it returns nil, the main loop runs and the closure is called again.
    ///   - ended: called when the session is over.
    package func allowAutomation(
        applicationName: String, version: String, makeView: @escaping @MainActor () -> WKWebView?,
        ended: @escaping @MainActor () -> Void
    ) {
        let numbers = version.split(separator: ".").map { UInt32($0) ?? 0 } + [0, 0, 0]
        let automation = Unmanaged.passRetained(Automation(makeView: makeView, ended: ended)).toOpaque()
        cwk_context_allow_automation(
            context.handle, applicationName, numbers[0], numbers[1], numbers[2],
            { context in
                var view: OpaquePointer?
                ShimCallback.unretained(context, Automation.self) { view = $0.makeView()?.handle }
                return view
            },
            { context in ShimCallback.unretained(context, Automation.self) { $0.ended() } }, automation)
    }
}

/// The closures that the shim calls while a session lasts.
private final class Automation {
    let makeView: @MainActor () -> WKWebView?
    let ended: @MainActor () -> Void

    init(makeView: @escaping @MainActor () -> WKWebView?, ended: @escaping @MainActor () -> Void) {
        self.makeView = makeView
        self.ended = ended
    }
}
