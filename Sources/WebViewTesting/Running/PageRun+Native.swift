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
        switch note {
        case .console(let level, let text):
            feed(.workerConsole(ConsoleLevel(rawValue: level) ?? .log, "native.js: \(text)"))
        case .error(let error, let handler):
            let name = handler.map { "the handler “\($0)” failed: " } ?? ""
            feed(.workerConsole(.error, "native.js: \(name)\(error.description)"))
        // Fail the page, because a page that ignores the answer would pass.
        case .unrecorded(let message):
            feed(.uncaughtError(message: message, source: nil, line: nil, column: nil, stack: nil))
        }
    }
}
