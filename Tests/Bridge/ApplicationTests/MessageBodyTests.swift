import TestSupport
import Testing
import WebKit

/// The casts of message bodies and results that applications write.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct MessageBodyTests {
    func body(_ expression: String) async -> Any? {
        let handler = FirstMessage()
        let configuration = WKWebViewConfiguration()
        configuration.userContentController.add(handler, name: "x")
        let view = WKWebView(frame: .zero, configuration: configuration)
        await LoadedPage().load("<script>webkit.messageHandlers.x.postMessage(\(expression))</script>", in: view)
        return await handler.received()
    }

    @Test func `a nested body casts to dictionaries of hashable values at every level`() async throws {
        let body = try #require(await body("{a: 1, d: {e: [1]}}") as? [String: AnyHashable])
        #expect(body["a"] == AnyHashable(1))
        let inner = try #require(body["d"] as? [String: AnyHashable])
        #expect(inner["e"] as? [Int] == [1])
        #expect(inner["e"] as? [AnyHashable] == [1])
    }

    @Test func `values inside a body cast as the objects of iOS do`() async throws {
        let body = try #require(
            await body("{d: {three: 3, yes: true, text: 'x', none: null, at: new Date(0), list: [{q: 'z'}]}}")
                as? [String: Any])
        let inner = try #require(body["d"] as? [String: Any])
        #expect(inner["three"] as? Int == 3 && inner["three"] as? Double == 3 && inner["three"] is NSNumber)
        #expect(inner["three"] as? Bool == nil)
        #expect(inner["yes"] as? Bool == true && inner["yes"] as? Int == 1)
        #expect(inner["text"] as? String == "x" && (inner["text"] as? NSString)?.length == 1)
        #expect(inner["none"] is NSNull && inner["at"] as? Date == Date(timeIntervalSince1970: 0))
        #expect((inner["list"] as? [[String: Any]])?.first?["q"] as? String == "z")
        #expect((body["d"] as? NSDictionary)?["text"] as? String == "x")
    }

    @Test func `a nested body can be written as JSON`() async throws {
        let body = try #require(await body("{d: {e: [1, true, 'x', null]}}"))
        let data = try JSONSerialization.data(withJSONObject: body)
        #expect(String(decoding: data, as: UTF8.self) == #"{"d":{"e":[1,true,"x",null]}}"#)
    }
}
