import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Requests of pages to record, with WebKit's pretended devices.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct CaptureTests {
    let pages = Pages()
    let navigations = Navigations()

    final class Desk: NSObject, WKUIDelegate {
        private(set) var told: [String] = []
        let asked = Gate()

        func webView(
            _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
            initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
            decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void
        ) {
            told.append(
                "\(frame.isMainFrame) \(frame.request.url?.path ?? "") \(origin.protocol)://\(origin.host) \(type)")
            decisionHandler(.deny)
            asked.open()
        }
    }

    private static let page = """
        <script>
        async function record() {
            try { await navigator.mediaDevices.getUserMedia({ audio: true }); return "stream"; } catch (error) { return error.name; }
        }
        onmessage = async () => top.postMessage(await record(), "*");
        </script><button id=button onclick="record()">record</button>
        """

    private func open(_ frames: String, _ desk: Desk) async -> WKWebView {
        pages["/"] = Self.page + frames
        pages["/frame"] = Self.page
        let view = makeView(pages, navigations) {
            $0.preferences.setValue(true, forKey: "mediaDevicesEnabled")
            $0.preferences.setValue(true, forKey: "mockCaptureDevicesEnabled")
        }
        view.uiDelegate = desk
        await view.open("app://host/", navigations)
        return view
    }

    @Test func `the delegate is told of the main frame that records, which fails when it is denied`() async throws {
        let desk = Desk()
        let view = await open("<iframe src='app://other/frame'></iframe>", desk)
        #expect(try await view.call("return await record()") as? String == "NotAllowedError")
        #expect(desk.told == ["true / app://host microphone"])
    }

    @Test func `the delegate is told of the frame that records after a click in it`() async throws {
        let desk = Desk()
        let view = await open("<iframe id=frame src='/frame'></iframe><iframe src='/frame'></iframe>", desk)
        try await view.evaluateJavaScript("frame.contentDocument.getElementById('button').click(); 0")
        await desk.asked.pass()
        #expect(desk.told == ["false /frame app://host microphone"])
    }

    final class Asker: NSObject, WKUIDelegate {}

    @Test(arguments: [true, false])
    func `a delegate without the method leaves it to the person, whose answer counts`(allows: Bool) async throws {
        let view = await open("", Desk())
        let asker = Asker()
        view.uiDelegate = asker
        #expect(try await view.call("return await record()") as? String == "NotAllowedError")
        var told: [String] = []
        view.capturePrompt = { origin, type in
            told.append("\(origin.protocol)://\(origin.host) \(type)")
            return allows
        }
        #expect(try await view.call("return await record()") as? String == (allows ? "stream" : "NotAllowedError"))
        #expect(told == ["app://host microphone"])
    }
}
