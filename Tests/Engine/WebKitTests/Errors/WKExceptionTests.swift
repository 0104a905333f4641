import Synchronization
import Testing

@testable import WebKit

@Suite(.serialized)
struct WKExceptionTests {
    let second = WKException(name: .internalInconsistencyException, reason: "called twice")

    @Test func `a recording has the misuse raised within it`() {
        let misuse = WKException.recording { WKException.raise(second.name, second.reason) }
        #expect(misuse == [second])
        #expect(misuse.first?.description == "NSInternalInconsistencyException: called twice")
    }

    @Test func `a recording has the misuse of tasks started within it`() async {
        let misuse = await WKException.recording {
            await Task { WKException.raise(.invalidArgumentException, "in a task") }.value
            WKException.raise(.invalidArgumentException, "after it")
        }
        #expect(misuse.map(\.reason) == ["in a task", "after it"])
    }

    @Test func `misuse in nested recordings goes to the innermost only`() {
        var inner: [WKException] = []
        let outer = WKException.recording {
            inner = WKException.recording { WKException.raise(second.name, second.reason) }
        }
        #expect(inner == [second])
        #expect(outer == [])
    }

    @Test func `misuse outside of a recording goes to the handler`() async {
        let heard = Mutex<[WKException]>([])
        WKException.handler = { [second] exception in
            if exception == second { heard.withLock { $0.append(exception) } }
        }
        defer { WKException.handler = nil }
        WKException.raise(second.name, second.reason)
        #expect(heard.withLock { $0 } == [second])
    }

    @Test func `misuse without a recording or handler ends the process and writes the reason`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            WKException.raise(.invalidArgumentException, "'https' is a URL scheme that WKWebView handles natively")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("'NSInvalidArgumentException', reason: ''https' is a URL scheme"))
    }
}
