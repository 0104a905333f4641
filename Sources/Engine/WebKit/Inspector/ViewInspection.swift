import CWebKitGTK

/// The inspection of this process's views with WebKit's debugger. Main actor only.
///
/// WebKit offers its debugger by a server only. The server listens on a random port of 127.0.0.1, and its connections from other
/// processes are closed.
@MainActor
package final class ViewInspection {
    /// The inspection of this process; nil for none.
    package private(set) static var current: ViewInspection?
    /// Seconds for a page to take the commands that prepare it.
    private static let patience = 10.0

    /// Prepares each page that ``attach(to:)`` names, and each worker of it before the worker runs.
    package var prepare: (@MainActor (InspectedRealm) -> Void)?
    private var pages: [TargetKey: InspectedPage] = [:]
    private var waiting: [(number: UInt64, continuation: CheckedContinuation<Void, Never>)] = []

    private struct TargetKey: Hashable {
        var connection: UInt64
        var target: UInt64

        init(_ target: CWKInspectorTarget) {
            connection = target.connection
            self.target = target.target
        }
    }

    /// Whether clients outside of this process drive the views.
    package let isForClients: Bool

    private init(isForClients: Bool) { self.isForClients = isForClients }

    /// Starts the inspection. Call this method before anything else makes WebKit ready.
    ///
    /// - Parameter isForClients: whether clients outside of this process drive the views. Pages that are left do not stay in memory then.
    /// - Throws: ``ViewInspectionError`` where WebKit has no server.
    package static func start(forClients isForClients: Bool = false) throws(ViewInspectionError) {
        guard current == nil else { return }
        let inspection = ViewInspection(isForClients: isForClients)
        var callbacks = CWKInspectorCallbacks(
            began: { target, context in
                ShimCallback.unretained(context, ViewInspection.self) { $0.began(target) }
            },
            ended: { target, context in
                ShimCallback.unretained(context, ViewInspection.self) { $0.ended(target) }
            },
            received: { target, text, length, context in
                let message = text.map { Data(bytes: $0, count: length) } ?? Data()
                ShimCallback.unretained(context, ViewInspection.self) { $0.received(message, from: target) }
            },
            context: Unmanaged.passUnretained(inspection).toOpaque())
        guard cwk_inspector_start(&callbacks) == CWK_INSPECTOR_STARTED else { throw ViewInspectionError() }
        current = inspection
    }

    // MARK: Pages

    /// Prepares the page of a view for inspection, for as long as 10 seconds. The view's web process must run.
    ///
    /// - Returns: whether the page is inspected now. Otherwise it can be later on.
    package func attach(to view: WKWebView) async -> Bool {
        guard prepare != nil, let page = await page(of: view) else { return false }
        return await Self.patiently {
            await page.begin()
            return page.realms.values.contains { $0.isPrepared }
        } ?? false
    }

    /// Returns the page of a view, once WebKit has named it. The view's web process must run.
    ///
    /// - Returns: nil for a view without a page, and for one that WebKit does not name within 10 seconds.
    package func page(of view: WKWebView) async -> InspectedPage? {
        guard let number = view.pageNumber else { return nil }
        if let page = page(number) { return page }
        _ = await Self.patiently { [weak self] in
            await withCheckedContinuation { self?.waiting.append((number, $0)) ?? $0.resume() }
        }
        resume { $0 == number }
        return page(number)
    }

    /// Returns what a function returns; nil where that takes longer than the patience.
    private static func patiently<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async -> Value? {
        let (ends, continuation) = AsyncStream.makeStream(of: Value.self)
        Task {
            continuation.yield(await work())
            continuation.finish()
        }
        let timer = Task {
            // This sleep stays: a page whose debugger hangs sends nothing, so that only a clock can end the wait. Its reply cancels
            // the sleep.
            try await ContinuousClock().sleep(for: .seconds(patience))
            continuation.finish()
        }
        defer { timer.cancel() }
        for await value in ends { return value }
        return nil
    }

    /// The realms under inspection: pages and their workers.
    package var realms: [InspectedRealm] {
        var found: [InspectedRealm] = []
        var rest = pages.values.filter { $0.isWanted }.flatMap { $0.realms.values }
        while let realm = rest.popLast() {
            found.append(realm)
            rest += realm.workers.values
        }
        return found
    }

    private func page(_ number: UInt64) -> InspectedPage? { pages.values.first { $0.number == number } }

    private func resume(where isMeant: (UInt64) -> Bool) {
        let ready = waiting.filter { isMeant($0.number) }
        waiting.removeAll { isMeant($0.number) }
        for wait in ready { wait.continuation.resume() }
    }

    // MARK: The shim's callbacks

    private func began(_ target: CWKInspectorTarget) {
        let page = InspectedPage(prepare: { [weak self] in self?.prepare?($0) }) { cwk_inspector_send(target, $0) }
        page.named = { [weak self] in self?.resume { self?.page($0) != nil } }
        pages[TargetKey(target)] = page
    }

    private func ended(_ target: CWKInspectorTarget) { pages.removeValue(forKey: TargetKey(target))?.close() }

    private func received(_ message: Data, from target: CWKInspectorTarget) {
        pages[TargetKey(target)]?.receive(message)
    }
}

/// The error for a WebKit whose debugger cannot be reached.
package struct ViewInspectionError: Error, CustomStringConvertible {
    /// A message that says what is wrong.
    package let description = "WebKit's debugger does not listen in this process."

    init() {}
}
