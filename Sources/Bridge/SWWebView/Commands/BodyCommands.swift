import Foundation
import HTTPMessages

/// The commands for bodies in pieces.
enum BodyCommands {
    static let table: CommandTable = [
        "/Body/pull": .kept { json, context, reply in
            let id = try JSONText.decode(String.self, from: json)
            guard let realm = context.realm else { throw loadFailed }
            let piece: Data?
            do { piece = try await context.services.bodies.next(id, for: realm) } catch { throw loadFailed }
            reply.resolve(Data("null".utf8), bytes: piece ?? Data())
        },
        "/Body/drop": .notification { json, context in
            let id = try JSONText.decode(String.self, from: json)
            if let realm = context.realm { context.services.bodies.drop(id, of: realm) }
        },
        "/Body/push": .kept { json, context, reply in
            let piece = try JSONText.decode(Piece.self, from: json)
            guard let realm = context.realm else { throw loadFailed }
            let bodies = context.services.bodies
            bodies.push(context.bytes, to: piece.id, isLast: piece.isLast, from: realm) { isWanted in
                let isOfWorker = isWanted && bodies.isReadByWorker(piece.id)
                reply.resolve(isOfWorker ? Data("\"worker\"".utf8) : JSONText.data(isWanted))
            }
        },
        "/Body/fail": .notification { json, context in
            let failure = try JSONText.decode(Failure.self, from: json)
            if let realm = context.realm { context.services.bodies.fail(failure.id, failure.reason, from: realm) }
        },
    ]

    private struct Piece: Decodable {
        var id: String
        var isLast: Bool
    }

    private struct Failure: Decodable {
        var id: String
        var reason: String
    }

    private static let loadFailed = CommandFailure(name: "TypeError", message: "Load failed")
}
