import Foundation

/// The addresses that a caller wants to be called back at, from the parameters `x-success`, `x-error` and `x-cancel`.
///
/// A parameter with an empty value counts as not given; of several with one name, the first counts.
/// Source: http://x-callback-url.com/specifications/
struct Callbacks {
    private(set) var success: CallbackAddress?
    private(set) var error: CallbackAddress?
    private(set) var cancel: CallbackAddress?
    /// The first of them that cannot be used.
    private(set) var problem: URLSchemeRouter.RequestError?

    init(_ items: [URLQueryItem]) {
        error = read("x-error", items)
        success = read("x-success", items)
        cancel = read("x-cancel", items)
    }

    private mutating func read(_ name: String, _ items: [URLQueryItem]) -> CallbackAddress? {
        guard let text = items.first(where: { $0.name == name })?.value, !text.isEmpty else { return nil }
        let address = CallbackAddress(text)
        if address == nil { problem = problem ?? .badCallback(parameter: name) }
        return address
    }
}
