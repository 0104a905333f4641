import Foundation

/// The commands with which a frame reports on its event stream.
enum EventStreamCommands {
    static let table: CommandTable = ["/EventStream/taken": .notification(taken)]

    /// Drops the kept events up to a number, which the frame has received.
    @MainActor
    private static func taken(_ json: Data, _ context: CommandContext) async throws {
        struct Body: Decodable {
            var id: String
            var number: Int
        }
        let body = try JSONDecoder().decode(Body.self, from: json)
        guard let realm = context.realm, let stream = context.host?.streams[body.id], stream.realm === realm else {
            return
        }
        stream.taken(upTo: body.number)
    }
}
