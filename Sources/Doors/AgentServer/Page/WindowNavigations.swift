import WebKit

/// The navigations of windows, for those who wait for them. Main actor only.
@MainActor
final class WindowNavigations {
    private struct State {
        /// Navigations whose delegate is to decide, or that have not begun.
        var isAsked = false
        var isUnderway = false
        var begun = 0
        var failure: String?
        var hasEnded = false
    }

    private static let pause = Duration.milliseconds(20)
    private var states: [ObjectIdentifier: State] = [:]

    private func change(_ view: WKWebView, _ body: (inout State) -> Void) {
        body(&states[ObjectIdentifier(view), default: State()])
    }

    func asked(in view: WKWebView) { change(view) { $0.isAsked = true } }

    /// Records the frame of a navigation that may begin.
    func decided(_ action: WKNavigationAction, in view: WKWebView) {
        let url = action.request.url
        // No load follows where only the fragment changes.
        let isWithinPage = url?.fragment != nil && url?.textWithoutFragment == view.url?.textWithoutFragment
        if isWithinPage || action.targetFrame?.isMainFrame != true { change(view) { $0.isAsked = false } }
    }

    func started(in view: WKWebView) {
        change(view) { state in
            (state.isAsked, state.isUnderway, state.failure) = (false, true, nil)
            state.begun += 1
        }
    }

    func committed(in view: WKWebView) { change(view) { $0.hasEnded = false } }

    func ended(in view: WKWebView, failure: String? = nil) {
        change(view) { state in
            (state.isAsked, state.isUnderway) = (false, false)
            state.failure = failure ?? state.failure
        }
    }

    func terminated(in view: WKWebView) {
        change(view) { state in
            state = State(begun: state.begun, failure: "The page's web process has ended", hasEnded: true)
        }
    }

    /// Whether the web process of a window has ended, and none has taken its place.
    func hasEnded(_ view: WKWebView) -> Bool { states[ObjectIdentifier(view)]?.hasEnded ?? false }

    /// Begins a navigation, and waits until it has ended.
    ///
    /// - Returns: why it failed; nil for one that did not.
    func run(in view: WKWebView, _ begin: () -> Void) async -> String? {
        change(view) { $0.failure = nil }
        let (begun, address) = (states[ObjectIdentifier(view)]?.begun ?? 0, view.url)
        begin()
        // A navigation within the document begins nothing.
        for _ in 0..<100 {
            let state = states[ObjectIdentifier(view)] ?? State()
            if state.begun > begun || state.failure != nil || view.url != address && !view.isLoading { break }
            await Self.rest()
        }
        await settle(view)
        return states[ObjectIdentifier(view)]?.failure
    }

    /// Waits until a navigation that may have begun has ended, or for half a minute.
    func settle(_ view: WKWebView) async {
        var asked = 0
        for _ in 0..<1500 {
            let state = states[ObjectIdentifier(view)] ?? State()
            guard state.isUnderway || view.isLoading || state.isAsked && asked < 50 else { break }
            if state.isAsked, !state.isUnderway { asked += 1 }
            await Self.rest()
        }
        change(view) { $0.isAsked = false }
    }

    static func rest() async { try? await ContinuousClock().sleep(for: pause) }
}
