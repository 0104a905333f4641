import Foundation
import HTTPMessages
import SWWebView
import Simulator
import URLInterception
import WebKit

/// One page of a suite in a view of its own, from load to result.
@MainActor
final class PageRun: NSObject {
    let page: PageReference
    let options: PageSuiteOptions
    private let report: (RunEvent) -> Void
    private(set) var recorder: PageRecorder
    private let start = ContinuousClock.now
    private(set) var view: SWWebView?
    private lazy var windows = PageWindows(
        size: options.page.viewSize, opened: { [weak self] in self?.opened($0) },
        heard: { [weak self] function, message in self?.feed(.dialog(function: function, message: message)) })
    /// The process that runs the page; nil for a new process.
    let process: WarmProcess?
    private var pictures: PagePictures?
    private let attempt: Int
    private var files: LoadedFiles?
    private var uses: PageAPIUses?
    private var emulation: PageEmulation?
    private var sources: PageSources?
    private(set) var trace: PageTrace?
    private(set) var coverage: CoverageRecorder?
    let downloads = PageDownloads()
    var address: URL?
    private var isSettling = false
    private var loads: LoadCounter?
    private var workerConsole: Subscription?
    private var pageTimer: Task<Void, any Error>?
    private(set) var hasDocument = false
    private var waiter: CheckedContinuation<Void, Never>?

    /// - Parameter attempt: how often the page was run before, plus one.
    init(
        page: PageReference, options: PageSuiteOptions, attempt: Int, process: WarmProcess? = nil,
        report: @escaping (RunEvent) -> Void
    ) {
        self.process = process
        self.page = page
        self.options = options
        self.attempt = attempt
        self.report = report
        recorder = PageRecorder(page: page.displayName, wanted: options.wantedTests)
        pictures = options.screenshots.map { PagePictures(folder: $0, page: page.displayName, attempt: attempt) }
    }

    /// Loads the page and waits until it has ended in one way or another.
    func result() async -> PageRunResult {
        if isComplete { return recorder.result }
        let map: OriginMap
        do {
            let address = try PageAddress(
                of: page, root: options.page.files, map: options.page.origins, servedAt: options.page.origin,
                framework: options.framework)
            (self.address, map) = (address.url, address.map)
        } catch {
            feed(.loadFailed(message: "\(error)"))
            return recorder.result
        }
        do {
            trace = try makeTrace(attempt: attempt, since: start)
            beginArchives()
            view = try makeView(of: try await makeSimulator(), map: map)
        } catch {
            feed(.loadFailed(message: "\(error)"))
            return recorder.result
        }
        if isComplete {
            recorder.result.trace = await trace?.finish(recorder.result)
            return recorder.result
        }
        let sources = PageSources(map: map)
        self.sources = sources
        annotate(with: sources)
        pageTimer = timer()
        let testTimer = testTimer()
        // As the view will tell it.
        address = address.flatMap { view?.externalURL(for: $0) }
        if let address { view?.load(URLRequest(url: address)) }
        if !isComplete { await withCheckedContinuation { waiter = $0 } }
        pageTimer?.cancel()
        testTimer?.cancel()
        noteUses()
        await pictures?.finish()
        if recorder.result.completion != .processTerminated { recorder.result.coverage = await coverage?.finish() }
        let path = await trace?.finish(recorder.result)
        recorder.result.trace = path
        recorder.result.files = files?.all
        if [.timedOut, .testTimedOut].contains(recorder.result.completion) {
            // A page in a tight loop would hold its process, and its core, for ever.
            view?.terminateWebProcess()
        } else if let view {
            await process?.end(view)
        }
        workerConsole = nil
        emulation?.end()
        options.showing?(nil)
        windows.close()
        view = nil
        return pictures?.confirmed(recorder.result) ?? recorder.result
    }

    /// Ends the page as it is: the run is over.
    func stop() { feed(.stopped) }

    /// Whether the view is hidden until its first navigation: WebKit would draw the empty document that a view begins with.
    var startsHidden: Bool { options.showing == nil }

    private func makeView(of simulator: Simulator, map: OriginMap) throws -> SWWebView {
        let content = WKUserContentController()
        let script = HookScript.source(
            grep: options.wantedTests?.source, testTimeout: options.testTimeout, forbidsOnly: options.forbidsOnly,
            allowsUnhandledRejections: options.allowsUnhandledRejections, reportsMoments: trace != nil)
        content.addUserScript(WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: true))
        content.addUserScript(
            WKUserScript(source: HookScript.frameSource, injectionTime: .atDocumentStart, forMainFrameOnly: false))
        content.add(self, name: HookScript.messageHandlerName)
        trace?.moments.install(in: content)
        let configuration = try simulator.makeConfiguration(content)
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        configuration.isOnScreen = options.showing != nil
        process?.prepare(configuration)
        if let fidelity = options.fidelity {
            uses = PageAPIUses(fidelity)
            uses?.install(in: configuration)
        }
        let view = simulator.makeView(configuration, origins: map)
        if startsHidden { view.setShown(false) }
        uses?.listen(to: view)
        trace?.observe(view, simulator.native)
        if options.recordsCoverage {
            coverage = ViewInspection.current.map { CoverageRecorder(map: map, inspection: $0) }
        }
        if options.notesFiles {
            let files = LoadedFiles(map: map)
            view.loader.observers.append(files)
            self.files = files
        }
        let emulation = PageEmulation(of: view, system: options.page.system)
        self.emulation = emulation
        view.endpoints[TestingEndpoint.prefix] = TestingEndpoint(
            view: view, native: simulator.native, downloads: downloads, hand: PageHand(of: view, page: page),
            snapshots: makeSnapshots(),
            screenshots: PageScreenshots(of: view, page: page, update: options.snapshotUpdate) { [weak self] in
                self?.record($0)
            }, emulation: emulation
        ) {
            [weak self] in self?.hearWorker($0)
        }
        view.workerPrelude = WorkerHookScript.source
        workerConsole = view.serviceWorkerConsole.add { [weak self] line in
            self?.feed(.workerConsole(ConsoleLevel(rawValue: line.level) ?? .log, line.text))
        }
        loads = LoadCounter(of: view, changed: { _ in }) { [weak self] failure in
            self?.feed(.resourceFailed(address: failure.address, reason: failure.reason))
        }
        view.navigationDelegate = self
        view.uiDelegate = windows
        process?.begin(view)
        options.showing?(view)
        return view
    }

    // MARK: Recording

    var isComplete: Bool {
        if case .complete = recorder.phase { true } else { false }
    }

    var elapsed: Double { start.duration(to: .now).seconds }

    func feed(_ event: PageEvent) {
        trace?.note(event)
        follow(recorder.receive(event, at: elapsed))
    }

    /// Records a console message that a worker's hook reports.
    private func hearWorker(_ message: String) {
        guard case .console(let level, let text)? = try? PageEvent(message: message) else { return }
        feed(.workerConsole(level, text))
    }

    private func follow(_ events: [RunEvent]) {
        for event in events {
            trace?.note(event)
            report(event)
        }
        if options.stopsAtFirstFailure, !isComplete, recorder.result.tests.last?.status.isFailure == true {
            return feed(.stopped)
        }
        switch recorder.phase {
        case .recording: break
        case .settling: settle()
        case .complete: end()
        }
    }

    /// Makes one round trip through the page: its earlier messages arrive before.
    private func settle() {
        guard !isSettling, let view else { return }
        isSettling = true
        view.evaluateJavaScript("0") { [weak self] _, _ in
            self?.isSettling = false
            self?.feed(.settled)
        }
    }

    private func end() {
        waiter?.resume()
        waiter = nil
    }

    /// Has failures carry the source they point to, and a picture.
    private func annotate(with sources: PageSources) {
        recorder.locate = { sources.located($0) }
        recorder.annotateTest = { [weak self] test in
            sources.annotate(&test)
            let (name, path) = (test.fullName, test.name)
            test.screenshot = MainActor.assumeIsolated {
                self?.trace?.moments.begin(path)
                return self?.takePicture(name)
            }
        }
        recorder.annotateFailure = { [weak self] failure in
            sources.annotate(&failure)
            let name = failure.kind.rawValue
            failure.screenshot = MainActor.assumeIsolated {
                self?.trace?.moments.begin([name])
                return self?.takePicture(name)
            }
        }
    }

    /// Adds the Web APIs that the page used to the result, and a failure for each forbidden one.
    private func noteUses() {
        guard let uses else { return }
        let all = uses.uses(sources)
        recorder.result.webAPIs = all
        recorder.result.failures += uses.failures(of: all).map { failure in
            var failure = failure
            sources?.annotate(&failure)
            return failure
        }
    }

    private func makeSnapshots() -> PageSnapshots {
        PageSnapshots(page: page, update: options.snapshotUpdate) { [weak self] position in
            self?.sources?.original(position)
        } record: { [weak self] in
            self?.record($0)
        }
    }

    private func record(_ counts: SnapshotCounts) {
        guard !counts.isEmpty else { return }
        var all = recorder.result.snapshots ?? SnapshotCounts()
        all.add(counts)
        recorder.result.snapshots = all
    }

    private func takePicture(_ name: String) -> String? { view.flatMap { pictures?.take(of: $0, named: name) } }
}

// MARK: Time

extension PageRun {
    /// Lets the page's time begin anew with its document: the start of a web process, slow on a busy machine, is not the page's.
    func documentHasArrived() {
        guard !hasDocument else { return }
        hasDocument = true
        pageTimer?.cancel()
        pageTimer = timer()
    }

    private func timer() -> Task<Void, any Error> {
        Task { @MainActor [weak self, timeout = options.timeout] in
            try await ContinuousClock().sleep(for: .clamping(seconds: timeout))
            self?.feed(.timedOut)
        }
    }

    /// Seconds that a library has to fail a test by itself before its page is given up.
    private static let grace = 1.0

    /// Sleeps until the test that runs now would have to be over, and looks whether it is.
    private func testTimer() -> Task<Void, any Error>? {
        options.testTimeout.map { limit in
            Task { @MainActor [weak self] in
                var due = limit
                while let now = self?.elapsed {
                    if now < due {
                        try await ContinuousClock().sleep(for: .clamping(seconds: due - now))
                        continue
                    }
                    guard let underway = self?.recorder.testUnderway else {
                        due = now + limit
                        continue
                    }
                    let allowed = max(limit, underway.limit ?? 0)
                    due = underway.since + allowed + Self.grace
                    if now >= due { return self?.feed(.testTimedOut(limit: allowed)) ?? () }
                }
            }
        }
    }
}

extension PageRun: WKScriptMessageHandler {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        guard !isComplete, let text = message.body as? String else { return }
        guard message.frameInfo.isMainFrame, message.webView === view else { return hear(text, of: message.frameInfo) }
        follow(recorder.receive(message: text, at: elapsed))
    }

    /// Takes a message of a frame, or of a window that the page opened. Only the page's own document has tests.
    private func hear(_ text: String, of frame: WKFrameInfo) {
        switch try? PageEvent(message: text) {
        case .console(let level, let text): feed(.frameConsole(level, text))
        case .uncaughtError(let message, _, _, _, _)
        where options.allowsUnhandledRejections && message.hasPrefix(PageEvent.rejectionPrefix):
            feed(.frameConsole(.error, message))
        case .uncaughtError(let message, let source, let line, let column, let stack):
            let position = line.map { SourcePosition(url: source ?? "", line: $0, column: column) }
            let (origin, page) = (frame.securityOrigin, address)
            let isOwn =
                origin.protocol == page?.scheme && origin.host == page?.host() ?? "" && origin.port == page?.port ?? 0
            feed(.frameError(message: message, position: position, stack: stack, isOwn: isOwn))
        default: break
        }
    }
}
