import URLInterception

/// A load of the application that completes a request on its way to the server.
@MainActor
struct CompletingLoad {
    /// The application's request, or the one after a redirect.
    let request: URLRequest
    /// Stores the request that follows for the rest of the load.
    let store: @MainActor (URLRequest) -> Void

    /// Stores the request that follows the response: the same one with a name and a password, or that of a redirect that preserves the
    /// method. WebKit sends both with the method GET.
    func noteResponse(_ response: HTTPURLResponse, to completed: URLRequest) {
        var next = request
        next.url = completed.url
        if response.statusCode == 401 {
            // WebKit adds the new name and password.
            next.setValue(nil, forHTTPHeaderField: "Authorization")
        } else {
            guard let target = try? RedirectFollower.request(after: response, to: next), target.httpMethod != "GET"
            else { return }
            next = target
            next.setValue(nil, forHTTPHeaderField: "Cookie")
        }
        store(next)
    }
}
