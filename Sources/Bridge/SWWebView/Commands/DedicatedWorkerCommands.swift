import Foundation
import HTTPMessages

/// The commands with which pages and workers report dedicated workers.
enum DedicatedWorkerCommands {
    static let table: CommandTable = [
        "/Worker/create": .notification { json, context in
            guard let creator = context.realm, creator.worker == nil else { return }
            context.clients?.workers.announce(
                try JSONText.decode(DedicatedWorker.Announcement.self, from: json), by: creator)
        },
        "/Worker/gone": .notification { json, context in
            struct Body: Decodable { var id: String }
            guard let realm = context.realm else { return }
            context.clients?.workers.end(try JSONText.decode(Body.self, from: json).id, by: realm)
        },
    ]
}
