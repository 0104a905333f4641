import Foundation
import HTTPMessages

/// The command with which scripts of the host in workers report. Their text comes from the worker, and is not to be trusted.
enum RealmCommands {
    static let path = "/Realm/tell"

    static let table: CommandTable = [
        path: .notification { json, context in
            context.services.realmScriptMessages.notify(try JSONText.decode(String.self, from: json))
        }
    ]
}
