import Foundation
import ServiceWorkers
import Testing

struct ValueTests {
    @Test func `keep leaves only the given scripts in a script map, in their order`() throws {
        var map = ScriptResourceMap()
        let urls = try ["a", "b", "c"].map { try #require(URL(string: "sw://x/\($0).js")) }
        for url in urls { map[url] = ScriptResource(body: Data(url.path.utf8)) }
        map.keep([urls[0], urls[2]])
        #expect(map.urls == [urls[0], urls[2]])
        #expect(map[urls[1]] == nil)
    }

    @Test(arguments: [
        (RequestDestination.document, true, true), (.iframe, true, true), (.worker, false, true),
        (.script, false, false),
        (.none, false, false),
    ])
    func `the destination of a request says whether it is a navigation or a subresource`(
        _ destination: RequestDestination, _ isNavigation: Bool, _ isNonSubresource: Bool
    ) throws {
        var head = FetchRequest.Head(url: try #require(URL(string: "sw://x/")))
        head.destination = destination
        #expect(FetchRequest(head).isNavigation == isNavigation)
        #expect(FetchRequest(head).isNonSubresource == isNonSubresource)
    }
}
