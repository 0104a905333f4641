public import Foundation
public import GRDB
import URLInterception
public import WebKit

/// Answers a scheme such as `sqlite:` from a SQLite file, as a REST resource after
/// [PostgREST's conventions](https://docs.postgrest.org/en/stable/references/api/tables_views.html). Main actor only; the
/// database is read and written off the main thread.
///
/// ```swift
/// let configuration = WKWebViewConfiguration()
/// configuration.setURLSchemeHandler(try SQLiteSchemeHandler(file: shop), forURLScheme: "sqlite")
/// ```
/// ```js
/// await (await fetch("sqlite://products?price=gte.10&select=id,name&order=price.desc&limit=20")).json();
/// await fetch("sqlite://products", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"name":"tea"}' });
/// new EventSource("sqlite://products?subscribe").addEventListener("insert", (event) => show(JSON.parse(event.data).row));
/// ```
///
/// Names are looked up in the schema and values are bound: nothing a page sends is ever SQL. Each request is one transaction.
/// Rows are streamed; a page that stops reading stops the statement. `sqlite://` itself lists tables, columns and keys.
/// Differences from PostgREST: a plain `name=tea` is `eq.tea`; there are no embedded tables and no functions; values have
/// SQLite's types.
public final class SQLiteSchemeHandler: NSObject, StreamingURLSchemeHandler {
    private let answers: SchemeAnswers
    let service: TableService

    /// Makes a handler of a database file, which is turned to
    /// [write-ahead logging](https://www.sqlite.org/wal.html) unless it is only read.
    ///
    /// - Throws: ``SchemeHandlerError`` when the file is not there, is no database or cannot be opened.
    public init(file: URL, options: SQLiteOptions = SQLiteOptions()) throws(SchemeHandlerError) {
        service = TableService(try DatabaseFile(file, options: options), options: options)
        answers = Self.answers(service, options)
        super.init()
    }

    /// Makes a handler of an application's own database pool. Changes that the application commits are told to pages as well.
    public init(database: DatabasePool, options: SQLiteOptions = SQLiteOptions()) {
        service = TableService(DatabaseFile(database, isReadOnly: options.isReadOnly), options: options)
        answers = Self.answers(service, options)
        super.init()
    }

    private static func answers(_ service: TableService, _ options: SQLiteOptions) -> SchemeAnswers {
        SchemeAnswers(
            service, origins: options.origins,
            methods: options.isReadOnly ? ResourceRequest.readMethods : ResourceRequest.allMethods,
            largestBody: options.largestBody)
    }

    /// Begins the answer. Apple API.
    public func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        answers.start(urlSchemeTask, of: webView)
    }

    /// Stops the answer, and its statement. Apple API.
    public func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) { answers.stop(urlSchemeTask) }
}
