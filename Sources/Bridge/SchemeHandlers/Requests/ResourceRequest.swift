import Foundation
import FoundationNetworking

/// A request to a table, as far as it can be read without the database.
struct ResourceRequest: Sendable {
    enum Method: String, CaseIterable {
        case get = "GET", head = "HEAD", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    static let readMethods = "GET, HEAD, OPTIONS"
    static let allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"

    let url: URL
    let method: Method
    /// The table's name as it was written; nil for the schema.
    let table: String?
    let key: [String]
    var items: [ResourceAddress.Item]
    let preferences: RequestPreferences
    let accept: String?
    let contentType: String?
    let lastEventID: String?
    let body: Data

    init(_ request: URLRequest, at url: URL) throws(RESTError) {
        self.url = url
        let name = request.httpMethod?.uppercased() ?? "GET"
        guard let method = Method(rawValue: name) else {
            throw RESTError(
                status: 405, code: "method_not_allowed", message: "There is no method \(RESTError.quoted(name)) here.",
                hint: "There are: \(Self.allMethods).", headers: ["Allow": Self.allMethods])
        }
        self.method = method
        let address = try ResourceAddress(url)
        table = address.segments.first
        key = Array(address.segments.dropFirst())
        items = address.items
        preferences = try RequestPreferences(header: request.value(forHTTPHeaderField: "Prefer"))
        accept = request.value(forHTTPHeaderField: "Accept")
        contentType = request.value(forHTTPHeaderField: "Content-Type")
        lastEventID = request.value(forHTTPHeaderField: "Last-Event-ID")
        body = request.httpBody ?? Data()
    }

    var isRead: Bool { method == .get || method == .head }

    /// Whether an EventSource asks for changes.
    var isSubscription: Bool { method == .get && items.contains { $0.name == "subscribe" } }
}
