import SWWebView

extension PageRun {
    /// Begins the trace of the page, where the options want one.
    ///
    /// - Throws: ``TraceError`` where the file cannot be written.
    func makeTrace(attempt: Int, since start: ContinuousClock.Instant) throws -> PageTrace? {
        guard let trace = options.trace, trace.mode.records(attempt: attempt) else { return nil }
        do {
            return try PageTrace(
                of: page.displayName, attempt: attempt, options: trace, size: options.page.viewSize, since: start)
        } catch {
            throw TraceError(
                "The trace in \(trace.folder.relativePath) cannot be written: \(error.localizedDescription)")
        }
    }

    /// Begins the page in the archives of the network. A request without an entry fails the page, because a page that ignores the
    /// failed load would pass.
    func beginArchives() {
        options.page.har?.begin(page.displayName)
        options.page.harReplay?.onMiss { [weak self] text in
            Task { @MainActor in self?.feed(.hostError(message: text)) }
        }
    }

    /// Notes a window that the page opened.
    func opened(_ window: SWWebView) {
        process?.note(window)
        window.navigationDelegate = downloads
        trace?.observe(window)
        coverage?.attach(toWindow: window)
    }
}
