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
        let (level, text) = note.line
        switch note {
        // Fail the page, which cannot notice the error, or may ignore it and pass.
        case .unrecorded, .error(_, handler: nil):
            feed(.hostError(message: text))
        case .console, .error, .warning: feed(.workerConsole(ConsoleLevel(rawValue: level) ?? .log, text))
        }
    }
}
