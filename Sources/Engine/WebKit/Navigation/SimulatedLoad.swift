/// A load whose response the application supplies. Main actor only.
@MainActor
final class SimulatedLoad {
    enum Stage { case deciding, started, handedOver }

    let navigation = WKNavigation()
    let request: URLRequest
    let response: URLResponse
    let data: Data
    /// The stage of the load: `started` after the delegate has allowed the action, and `handedOver` after it has allowed the
    /// response.
    var stage = Stage.deciding

    init(request: URLRequest, response: URLResponse, data: Data) {
        self.request = request
        self.response = response
        self.data = data
    }

    /// The response's MIME type in lower case; `text/plain` where the response has none.
    var type: String { response.mimeType?.lowercased() ?? "text/plain" }
}
