import Foundation
import SchemeHandlers
import Testing
import WebKit
import WebViewTesting

/// The sample of the guide WebViewTesting. The suite stays disabled: an application runs such tests with its own database, and
/// here the compiler checks the sample.
@Suite(.disabled("The sample is only compiled: it needs the database of an application."))
@MainActor
struct TestingSamples {
    private let handler: SQLiteSchemeHandler

    init() throws { handler = try SQLiteSchemeHandler(file: URL(filePath: "products.sqlite")) }

    @Test func `a product is answered with 200`() async throws {  // a handler without a view, or a display
        let exchange = try await handler.exchange(.get("sqlite://products/1"))
        #expect(exchange.statusCode == 200)
    }

    @Test(arguments: try await PageSuite(at: "Pages/tests").cases())  // each test of each page is a case
    func `a test of a page passes`(_ test: PageSuiteCase) throws { try test.expectPassed() }
}
