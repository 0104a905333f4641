import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The failed loads of a page.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ResourceLoadTests {
    let navigations = Navigations()

    @Test func `a load with an error status is reported before the page's script sees it, and the document's is not`()
        async throws
    {
        let server = try RawServer { request, connection in
            connection.head("404 Not Found", ["Content-Type": "text/html"])
            // The body of the missing file does not end.
            connection.send(request.path == "/" ? "<p>page</p>" : "beginning")
            if request.path != "/" { connection.waitForClose() }
        }
        let view = makeView(Pages(), navigations)
        var failures: [LoadCounter.Failure] = []
        let loads = LoadCounter(of: view, changed: { _ in }, failed: { failures.append($0) })
        await view.open("\(server.origin)/", navigations)
        #expect(failures == [])
        #expect(try await view.call("return (await fetch('/missing')).status") as? Int == 404)
        let missing = LoadCounter.Failure(address: "\(server.origin)/missing", reason: "status 404")
        #expect(failures == [missing])
        try await view.call("await fetch('/absent').then((answer) => answer.body.cancel())")
        #expect(failures.count == 2)
        withExtendedLifetime(loads) {}
    }
}
