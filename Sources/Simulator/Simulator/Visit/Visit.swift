import Foundation
import HTTPMessages
import SWWebView
import URLInterception
import WebKit

/// A page in a view of its own, for pictures. Main actor only.
@MainActor
package final class Visit {
    /// The state that a page must reach before it is pictured.
    package enum Milestone: String, CaseIterable, Sendable {
        /// The `load` event.
        case load
        /// The `load` event, with the fonts that the page uses by then.
        case fonts
        /// The fonts, and then half a second in which nothing was being loaded. Event streams do not count.
        case networkIdle = "network-idle"
    }

    /// The part of the page that a picture shows.
    package enum Extent: Sendable {
        /// The part that a person would see.
        case visible
        /// The whole page.
        case fullPage
        /// The first element that a CSS selector finds.
        case element(selector: String)
        /// An area of the page, in CSS pixels.
        case area(CGRect)
    }

    /// A stage of ``load(until:waitingFor:)``, by the event that ends it.
    private enum Stage {
        case load
        case quietNetwork
        /// The stage that ends with a script in the document. A page may navigate meanwhile.
        case script(String)
    }

    let view: SWWebView
    private var stage = Stage.load
    private var lastEvaluation = 0
    private let url: URL
    private let timeout: Double
    private let har: HARRecorder?
    private var pageLoad: PageLoad?
    private let simulator: Simulator
    private var waiter: CheckedContinuation<Void, any Error>?
    private var loads: LoadCounter?
    private var quiet: QuietNetwork?
    private let problems = Problems()
    /// The expression that is waited for.
    private var expression: String?

    /// The number of resources that failed to load.
    package var failedLoads: Int { problems.failedLoads }

    /// Receives the problems of the page: resources that fail to load, errors that nobody catches, the console's errors.
    package var hearProblem: @MainActor (String) -> Void {
        get { problems.hear }
        set { problems.hear = newValue }
    }

    /// Makes the view. It loads nothing yet.
    ///
    /// - Parameters:
    ///   - url: the address of the page.
    ///   - origins: the origins that answer for it, in place of those of the options.
    ///   - timeout: seconds for the load and all waiting.
    /// - Throws: ``SimulatedSystemError``, and ``NativeCallError`` for a script that cannot be loaded.
    package init(of url: URL, origins: OriginMap, options: SimulatorOptions, timeout: Double) async throws {
        let content = WKUserContentController()
        problems.listen(in: content)
        simulator = try await Simulator(options)
        simulator.native.hear = { [problems] in problems.note($0) }
        let configuration = try simulator.makeConfiguration(content)
        configuration.preferences.shouldPrintBackgrounds = true
        view = simulator.makeView(configuration, origins: origins)
        self.url = url
        har = options.har
        self.timeout = timeout
        let load = PageLoad(of: url) { [weak self] in self?.ended($0) }
        view.navigationDelegate = load
        pageLoad = load
    }

    /// Loads the page and waits for its milestone and, if one is given, for an expression to become true.
    ///
    /// - Throws: ``VisitError``.
    package func load(until milestone: Milestone = .fonts, waitingFor expression: String? = nil) async throws {
        let timer = Task { @MainActor [weak self, timeout] in
            try await ContinuousClock().sleep(for: .clamping(seconds: timeout))
            self?.timeOut()
        }
        defer { timer.cancel() }
        let quiet = milestone == .networkIdle ? QuietNetwork() : nil
        self.quiet = quiet
        loads = LoadCounter(
            of: view, changed: { quiet?.loadsChanged(to: $0) }, failed: { [problems] in problems.note($0) })
        try await wait { view.load(URLRequest(url: url)) }
        if let quiet {
            stage = .quietNetwork
            try await wait { quiet.await { [weak self] in self?.resume(.success(())) } }
        }
        let script = Self.script(fonts: milestone != .load, waitingFor: expression)
        stage = .script(script)
        self.expression = expression
        try await wait { evaluate(script) }
    }

    /// Handles the end of a load: the awaited one, or a later one of a page that navigates.
    private func ended(_ end: Result<Void, PageLoadError>) {
        if case .failure(let error) = end { return resume(.failure(VisitError(error.description))) }
        har?.loaded()
        switch stage {
        case .load: resume(.success(()))
        case .quietNetwork: break
        case .script(let script): evaluate(script)
        }
    }

    /// Evaluates the script that waits in the document. A document that goes breaks it off, with an exception if its promise is collected
    /// first, and the next document evaluates it anew.
    private func evaluate(_ script: String) {
        lastEvaluation += 1
        let number = lastEvaluation
        view.callAsyncJavaScript(script, in: nil, in: .page) { [weak self] result in
            guard let self, number == lastEvaluation else { return }
            switch result {
            case .success: resume(.success(()))
            case .failure(let error as WKError) where error.code == .javaScriptExceptionOccurred && !view.isLoading:
                let reason = error.userInfo[WKError.exceptionMessageKey] as? String
                resume(.failure(VisitError("waiting failed: \(reason ?? error.localizedDescription)")))
            case .failure: break
            }
        }
    }

    private func wait(for start: () -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            waiter = continuation
            start()
        }
    }

    /// The state of the page's bridge.
    package var bridgeStatus: BridgeStatus { view.bridgeStatus }

    /// Whether an expression is true in the page now.
    package func isTrue(_ expression: String) async throws -> Bool {
        try await view.evaluateJavaScript("Boolean(\(expression))") as? Bool ?? false
    }

    /// Looks at the expression before every frame that is drawn.
    private static func script(fonts: Bool, waitingFor expression: String?) -> String {
        // An expression that throws is not true yet.
        let wait =
            expression.map {
                "while (!(() => { try { return \($0)\n; } catch {} })()) await new Promise(requestAnimationFrame);"
            } ?? ""
        return "\(fonts ? "await document.fonts.ready;" : "")\n\(wait)\nawait new Promise(requestAnimationFrame);"
    }

    /// A picture of the page.
    ///
    /// - Throws: ``VisitError`` for a selector that finds nothing, and for a page that is too large.
    package func picture(of extent: Extent) async throws -> WKSnapshotImage {
        do {
            switch extent {
            case .visible: return try await view.takeSnapshot(configuration: nil)
            case .fullPage: return try await view.takeFullPageSnapshot()
            case .area(let area):
                let size = try await pageSize()
                guard area.minX < size.width, area.minY < size.height else {
                    let text = "\(Int(size.width))x\(Int(size.height))"
                    throw VisitError("the area to clip is outside of the page, which is \(text) CSS pixels large")
                }
                return try await view.takeFullPageSnapshot(of: area)
            case .element(let selector): return try await view.takeFullPageSnapshot(of: area(of: selector))
            }
        } catch let error as WKError where error.code == .unknown {
            throw VisitError(
                "the picture could not be taken. One holds 32,767 pixels each way: try --scale 1, or a --selector.")
        }
    }

    private func pageSize() async throws -> CGSize {
        let script =
            "[innerWidth, innerHeight, document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        let numbers = (try await view.evaluateJavaScript(script) as? [Any])?.compactMap {
            ($0 as? NSNumber)?.doubleValue
        }
        guard let numbers, numbers.count == 4 else { return .zero }
        return CGSize(width: max(numbers[0], numbers[2]), height: max(numbers[1], numbers[3]))
    }

    /// Returns the area of an element on the page, after scrolling it into view.
    private func area(of selector: String) async throws -> CGRect {
        let script = """
            const element = document.querySelector(selector);
            if (!element) return null;
            element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
            await new Promise(requestAnimationFrame);
            const { left, top, width, height } = element.getBoundingClientRect();
            return [left + scrollX, top + scrollY, width, height];
            """
        let found: Any?
        do {
            found = try await view.callAsyncJavaScript(script, arguments: ["selector": selector], contentWorld: .page)
        } catch {
            let reason = (error as NSError).userInfo["WKJavaScriptExceptionMessage"] as? String
            throw VisitError("“\(selector)” is no selector: \(reason ?? error.localizedDescription)")
        }
        guard let numbers = (found as? [Any])?.compactMap({ ($0 as? NSNumber)?.doubleValue }), numbers.count == 4
        else { throw VisitError("“\(selector)” finds no element on the page") }
        guard numbers[2] > 0, numbers[3] > 0 else {
            throw VisitError("“\(selector)” finds an element that has no size: \(numbers[2]) x \(numbers[3])")
        }
        return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// The page as a PDF file.
    package func pdf() async throws -> Data { try await view.pdfOnPaper() }

    private func timeOut() {
        let reason = expression.map { ": “\($0)” was not true" } ?? ""
        resume(.failure(VisitError("\(url.absoluteString) was not ready after \(timeout) seconds\(reason)")))
        view.terminateWebProcess()
    }

    private func resume(_ result: Result<Void, any Error>) {
        waiter?.resume(with: result)
        waiter = nil
    }
}

/// Why a page could not be shown.
package struct VisitError: Error, CustomStringConvertible {
    /// A sentence for people.
    package let description: String

    init(_ description: String) { self.description = description }
}
