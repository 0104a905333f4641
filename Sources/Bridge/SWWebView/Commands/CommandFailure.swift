import Foundation
import HTTPMessages
import ServiceWorkers

/// Why a command failed, as the page's promise is rejected with it.
struct CommandFailure: Error {
    /// The name of a DOMException, or of an ECMAScript error type such as `TypeError`.
    var name: String
    var message: String
}

extension CommandFailure {
    static let tooLarge = CommandFailure(name: "QuotaExceededError", message: "The reply is larger than 256 MiB.")

    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as ServiceWorkerError: self.init(name: error.name.rawValue, message: error.message)
        case let error as DecodingError:
            self.init(name: "TypeError", message: "The command's body cannot be used: \(Self.text(of: error))")
        default: self.init(name: "OperationError", message: (error as NSError).localizedDescription)
        }
    }

    private static func text(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "“\(key.stringValue)” is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "“\(context.codingPath.map(\.stringValue).joined(separator: "."))” has the wrong type"
        default: "it is not the JSON that was expected"
        }
    }
}
