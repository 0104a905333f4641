import SWWebView
import Simulator

/// The web processes of an executor with ``PageIsolation/data``: the current one, and sometimes a spare. Main actor only.
@MainActor
final class WarmProcesses {
    private let system: SimulatedSystem
    private var current: WarmProcess?
    private var spare: Task<WarmProcess, Never>?
    /// The reasons why processes were replaced.
    private(set) var replacements: [String] = []

    init(system: SimulatedSystem = SimulatedSystem()) { self.system = system }

    /// Returns a process without data of earlier pages.
    func next() async -> WarmProcess {
        if let current {
            guard let reason = await current.wipe() else { return current }
            self.current = nil
            replacements.append(reason)
            let fresh = takeSpare()
            current.end()
            return await use(fresh)
        }
        return await use(takeSpare())
    }

    private func use(_ fresh: Task<WarmProcess, Never>) async -> WarmProcess {
        let process = await fresh.value
        current = process
        // After one replacement, more are likely.
        if !replacements.isEmpty { prepareSpare() }
        return process
    }

    private func takeSpare() -> Task<WarmProcess, Never> {
        defer { spare = nil }
        return spare ?? start()
    }

    /// Starts a spare process in the background, unless there is one.
    func prepareSpare() { if spare == nil { spare = start() } }

    private func start() -> Task<WarmProcess, Never> {
        Task { @MainActor [system] in
            let process = WarmProcess(system: system)
            await process.start()
            return process
        }
    }

    /// Releases the processes.
    func close() {
        current = nil
        spare = nil
    }
}
