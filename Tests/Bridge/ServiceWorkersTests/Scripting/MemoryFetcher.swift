import Foundation

@testable import ServiceWorkers

/// Scripts in memory.
actor MemoryFetcher: ScriptFetcher {
    private var responses: [URL: ScriptResponse] = [:]
    private var gates: [URL: Gate] = [:]
    private(set) var requests: [ScriptRequest] = []

    func fetch(_ request: ScriptRequest) async throws -> ScriptResponse {
        requests.append(request)
        try await gates[request.url]?.wait()
        guard let response = responses[request.url] else { throw URLError(.cannotConnectToHost) }
        return response
    }

    func serve(
        _ text: String, at url: URL, status: Int = 200, type: String? = "text/javascript", allowed: String? = nil
    ) {
        var headers = HeaderList()
        if let type { headers.set("Content-Type", to: type) }
        if let allowed { headers.set("Service-Worker-Allowed", to: allowed) }
        responses[url] = ScriptResponse(status: status, headers: headers, body: Data(text.utf8))
    }

    func hold(_ url: URL, _ gate: Gate?) { gates[url] = gate }
}
