import CWebKitGTK

/// A failure as the shim reports it, copied out of the callback that brought it.
struct ShimError: Error, Sendable {
    let domain: String
    let code: Int
    let message: String
}

extension ShimError {
    init(_ error: CWKError) {
        domain = error.domain.map { String(cString: $0) } ?? ""
        code = Int(error.code)
        message = error.message.map { String(cString: $0) } ?? ""
    }
}
