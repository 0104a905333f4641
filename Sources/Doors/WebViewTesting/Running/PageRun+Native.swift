import Simulator

extension PageRun {
    /// Makes the phone of the page, with the app's native half.
    ///
    /// - Throws: ``NativeCallError`` for a script that cannot be loaded.
    func makeSimulator() async throws -> Simulator {
        let simulator = try await Simulator(options.page)
        simulator.native.hear = { [weak self] in self?.hear($0) }
        return simulator
    }

    private func hear(_ note: NativeNote) {
        let (level, text) = note.line
        switch note {
        // Fail the page, which cannot notice the error, or may ignore it and pass.
        case .unrecorded, .error(_, handler: nil):
            feed(.hostError(message: text))
        case .console, .error, .warning: feed(.workerConsole(ConsoleLevel(rawValue: level) ?? .log, text))
        }
    }
}
