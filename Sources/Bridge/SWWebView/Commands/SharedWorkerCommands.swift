import Foundation
import HTTPMessages

/// The commands with which documents and shared workers report.
enum SharedWorkerCommands {
    static let table: CommandTable = [
        "/SharedWorker/connect": .notification { json, context in
            guard let realm = context.realm, case .window = realm.kind else { return }
            context.services.sharedWorkers.connect(
                try JSONText.decode(SharedWorkers.Call.self, from: json), from: realm, context.loading)
        },
        "/SharedWorker/running": .notification { _, context in
            if let worker = worker(context) { context.services.sharedWorkers.running(worker) }
        },
        "/SharedWorker/closing": .notification { _, context in
            if let worker = worker(context) { context.services.sharedWorkers.closing(worker) }
        },
    ]

    /// Returns the shared worker that sent a command.
    @MainActor
    private static func worker(_ context: CommandContext) -> SharedWorker? {
        context.realm.flatMap { context.clients?.workers[$0.id]?.shared }
    }
}
