public import Foundation
public import GRDB
import URLInterception
public import WebKit

/// Answers a scheme from an application's own record types, as ``SQLiteSchemeHandler`` answers from tables: what apps on iOS do
/// that put Core Data behind a scheme. Main actor only; records are read and written off the main thread.
///
/// ```swift
/// let handler = ModelSchemeHandler(database: pool, models: [SchemeModel(Product.self), SchemeModel(Order.self)])
/// configuration.setURLSchemeHandler(handler, forURLScheme: "shop")      // shop://product?price=lt.10
/// ```
///
/// Rows are what the types encode. What a page sends is decoded and validated before it is stored, and a 422 says why it cannot
/// be. Only the types that were given can be reached. A change by filter is one of at most 10,000 records.
public final class ModelSchemeHandler: NSObject, StreamingURLSchemeHandler {
    private let answers: SchemeAnswers
    let service: TableService

    /// Makes a handler of the pool that the application uses; changes that the application commits are told to pages as well.
    ///
    /// - Parameter options: `tables` has no meaning here: the models are what there is.
    public init(database: DatabasePool, models: [SchemeModel], options: SQLiteOptions = SQLiteOptions()) {
        service = TableService(
            DatabaseFile(database, isReadOnly: options.isReadOnly), options: options, models: models.map(\.table))
        answers = SchemeAnswers(
            service, origins: options.origins,
            methods: options.isReadOnly ? ResourceRequest.readMethods : ResourceRequest.allMethods,
            largestBody: options.largestBody)
        super.init()
    }

    /// Begins the answer. Apple API.
    public func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        answers.start(urlSchemeTask, of: webView)
    }

    /// Stops the answer, and its statement. Apple API.
    public func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) { answers.stop(urlSchemeTask) }
}
