import Foundation

/// The commands for bodies that a realm gets in pieces.
enum BodyCommands {
    static let table: CommandTable = [
        "/Body/pull": .kept { json, context, reply in
            let id = try JSONDecoder().decode(String.self, from: json)
            guard let realm = context.realm else { throw loadFailed }
            let piece: Data?
            do { piece = try await context.services.bodies.next(id, for: realm) } catch { throw loadFailed }
            reply.channel?.reply(to: reply.promiseIndex, bytes: piece ?? Data())
        },
        "/Body/drop": .notification { json, context in
            let id = try JSONDecoder().decode(String.self, from: json)
            if let realm = context.realm { context.services.bodies.drop(id, of: realm) }
        },
    ]

    private static let loadFailed = CommandFailure(name: "TypeError", message: "Load failed")
}
