import Foundation
import GRDB
import SchemeHandlers
import WebKit

private struct Product: Codable, FetchableRecord, PersistableRecord, Sendable {
    let id: Int
    let name: String
}

/// The sample of the guide SchemeHandlers.
@MainActor
func setSchemeHandlers(
    _ configuration: WKWebViewConfiguration, folder: URL, file: URL, copy: URL, api: URL, pool: DatabasePool
) throws {
    configuration.setURLSchemeHandler(try AssetsSchemeHandler(folder: folder), forURLScheme: "assets")
    configuration.setURLSchemeHandler(try SQLiteSchemeHandler(file: file), forURLScheme: "sqlite")
    configuration.setURLSchemeHandler(
        ModelSchemeHandler(database: pool, models: [SchemeModel(Product.self)]), forURLScheme: "shop")
    configuration.setURLSchemeHandler(
        OnlineFirstSchemeHandler(base: api, offline: try SQLiteSchemeHandler(file: copy)), forURLScheme: "api")
}
