import Foundation

/// The command with which realms report their web sockets. Observers of bridges do not get it, because they observe the sockets.
enum SocketCommands {
    static let path = "/WebSocket/report"

    static let table: CommandTable = [
        path: .notification { json, context in
            context.loading.sockets.receive(try JSONDecoder().decode(ObservedSockets.Report.self, from: json))
        }
    ]
}
