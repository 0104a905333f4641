import NativeHosts

extension PageRun {
    /// Makes the native half of the page.
    ///
    /// - Throws: ``NativeCallError`` for a script that cannot be loaded.
    func makeNative() async throws -> NativeHost {
        let native = try await options.page.native.makeHost()
        native.hear = { [weak self] in self?.hear($0) }
        return native
    }

    private func hear(_ note: NativeHost.Note) {
        // Fail the page, because a page that ignores the answer would pass.
        if case .unrecorded(let message) = note {
            return feed(.uncaughtError(message: message, source: nil, line: nil, column: nil, stack: nil))
        }
        let (level, text) = note.line
        feed(.workerConsole(ConsoleLevel(rawValue: level) ?? .log, text))
    }
}
