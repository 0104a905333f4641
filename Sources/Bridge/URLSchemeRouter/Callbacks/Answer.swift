import Foundation

/// Reports the outcome of one request to its receiver.
struct Answer {
    let callbacks: Callbacks
    let openURL: (URL) -> Void
    let errorHandler: ((any Error) -> Void)?

    /// Opens `x-success`.
    func succeed(_ response: URLSchemeRouter.Response) {
        open(callbacks.success, adding: response.queryItems)
    }

    /// Opens `x-cancel` for a cancellation, where it was given, and otherwise `x-error`; without it `onError` gets the
    /// error.
    func fail(_ error: any Error) {
        if Self.isCancellation(error), callbacks.cancel != nil {
            open(callbacks.cancel, adding: [])
        } else if callbacks.error != nil {
            open(
                callbacks.error,
                adding: [
                    URLQueryItem(name: "errorCode", value: String(Self.code(of: error))),
                    URLQueryItem(name: "errorMessage", value: Self.message(of: error)),
                ])
        } else {
            errorHandler?(error)
        }
    }

    private func open(_ address: CallbackAddress?, adding items: [URLQueryItem]) {
        if let url = address?.url(adding: items) { openURL(url) }
    }

    private static func isCancellation(_ error: any Error) -> Bool {
        error is CancellationError || (error as? CocoaError)?.code == .userCancelled
    }

    /// Returns the description of an error. Foundation on Linux loses that of a `LocalizedError` that is also a `CustomNSError`.
    private static func message(of error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? error.localizedDescription
    }

    /// Returns the code that an error has of its own, and 0 for one that has none: the code that Foundation makes up for those
    /// depends on the order of an enum's cases.
    private static func code(of error: any Error) -> Int {
        if let error = error as? any CustomNSError { return error.errorCode }
        return type(of: error) is NSError.Type ? (error as NSError).code : 0
    }
}
