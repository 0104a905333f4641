import Foundation
import HTTPMessages

/// The commands with which a frame reports on its event stream, or asks for events on its channel.
enum EventStreamCommands {
    static let table: CommandTable = [
        "/EventStream/taken": .notification(taken),
        // Events come the way that this command has gone.
        "/Channel/listen": .kept { _, context, reply in
            reply.resolve(Data("null".utf8))
            if let channel = reply.channel { context.realm?.connect(channel) }
        },
    ]

    /// Drops the kept events up to a number, which the frame has received.
    @MainActor
    private static func taken(_ json: Data, _ context: CommandContext) async throws {
        struct Body: Decodable {
            var id: String
            var number: Int
        }
        let body = try JSONText.decode(Body.self, from: json)
        guard let realm = context.realm, let stream = context.streams?[body.id], stream.realm === realm else {
            return
        }
        stream.taken(upTo: body.number)
    }
}
