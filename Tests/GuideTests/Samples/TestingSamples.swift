import Foundation
import SchemeHandlers
import Testing
import WebKit
import WebViewTesting

/// The sample of the guide WebViewTesting. An application of its own runs these tests; here they are compiled.
@Suite(.disabled("a sample"))
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
