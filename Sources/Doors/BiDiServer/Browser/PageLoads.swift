import Foundation
import WebKit

/// The loads of a page as far as commands of WebDriver wait for them. Main actor only.
@MainActor
final class PageLoads {
    /// The longest time that a navigation may take to begin once WebKit has asked for it.
    private static let patience = Duration.seconds(5)

    /// A navigation is about to begin.
    private(set) var isAsked = false
    /// The page that says why a navigation failed is on its way.
    private(set) var isErrorPageComing = false
    /// Whether nobody waits for the document's load any more.
    private(set) var isGivenUp = false
    /// The last failure since ``forget()``.
    private(set) var failure: NavigationFailure?
    private var frames: Set<String> = []
    private var limit: Task<Void, any Error>?
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOver = false

    /// Forgets the failures of earlier commands.
    func forget() { failure = nil }

    func asked() {
        (isAsked, isGivenUp) = (true, false)
        limit?.cancel()
        // This sleep stays: WebKit says nothing about a navigation that comes to nothing.
        limit = Task { [weak self] in
            try await ContinuousClock().sleep(for: Self.patience)
            self?.change { $0.isAsked = false }
        }
    }

    /// Records the frame of a navigation that may begin.
    func decided(_ action: WKNavigationAction, at current: URL?) {
        let url = action.request.url
        // No load follows where only the fragment changes.
        let isWithinPage = url?.fragment != nil && url?.textWithoutFragment == current?.textWithoutFragment
        guard isWithinPage || action.shouldPerformDownload || action.targetFrame?.isMainFrame != true else { return }
        change { $0.isAsked = false }
    }

    func started() {
        change {
            $0.isAsked = false
            $0.isGivenUp = false
        }
    }

    /// Has the current load count as ended.
    func giveUp() { isGivenUp = true }

    func finished() {
        change {
            $0.isAsked = false
            $0.isErrorPageComing = false
        }
    }

    func failed(_ failure: NavigationFailure? = nil, showsErrorPage: Bool = false) {
        change {
            $0.isAsked = false
            $0.isErrorPageComing = showsErrorPage
            $0.failure = failure ?? $0.failure
        }
    }

    func frameStarted(_ id: String) { change { $0.frames.insert(id) } }
    func framesStopped(_ ids: [String]) { change { $0.frames.subtract(ids) } }
    func isLoading(_ frame: String) -> Bool { frames.contains(frame) }

    /// Ends all waits: the page has gone.
    func end() {
        isOver = true
        change { $0.isAsked = false }
    }

    /// Has those who wait look again.
    func changed() {
        let all = waiting
        waiting = []
        for continuation in all { continuation.resume() }
    }

    private func change(_ body: (PageLoads) -> Void) {
        body(self)
        if !isAsked { limit?.cancel() }
        changed()
    }

    /// Waits until something may have changed. Returns whether the page is still there.
    func change() async -> Bool {
        if isOver { return false }
        await withCheckedContinuation { waiting.append($0) }
        return !isOver
    }
}

extension BiDiPage {
    private func isSettled(_ stage: BiDiNavigation.Stage, _ frame: BiDiFrame) -> Bool {
        if loads.isGivenUp { return true }
        if loads.isAsked || loads.isErrorPageComing || expected != nil { return false }
        if let navigation, navigation.failure == nil, navigation.stage < stage { return false }
        guard frame !== main, let id = frame.inspectorID else { return true }
        return !loads.isLoading(id)
    }

    /// Waits until the page and a frame of it have loaded as far as the page load strategy says.
    func settle(_ stage: BiDiNavigation.Stage, _ frame: BiDiFrame) async {
        while !isSettled(stage, frame) { guard await loads.change() else { return } }
    }

    /// Waits until the web process has done what it was asked to, and has run the timers that were due then.
    func roundTrip() async {
        _ = try? await view.callAsyncJavaScript(
            "await new Promise((done) => setTimeout(done))", contentWorld: .defaultClient)
        await synchronize()
    }
}
