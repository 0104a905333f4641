import Foundation
import HTTPMessages

/// The command with which realms report their web sockets.
enum SocketCommands {
    static let table: CommandTable = [
        ObservedSockets.reportPath: .notification { json, context in
            context.loading.sockets.receive(try JSONText.decode(ObservedSockets.Report.self, from: json))
        }
    ]
}
