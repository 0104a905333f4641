import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The frames of redirects, while other frames load.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct RedirectedFrameTests {
    let recorder = NavigationFrameTests.Recorder()

    private func name(of frame: WKFrameInfo?, in view: WKWebView) async throws -> String? {
        let frame = try #require(frame)
        return try await view.evaluateJavaScript("window.name", in: frame, contentWorld: .page) as? String
    }

    @Test(arguments: [["/one", "/two", "/three"], ["/three", "/one", "/two"]])
    func `frames that are redirected at the same time keep their own frames`(order: [String]) async throws {
        let turns = Dictionary(uniqueKeysWithValues: ["/one", "/two", "/three"].map { ($0, Permission()) })
        let server = try RawServer { request, connection in
            guard let turn = turns[request.path] else {
                connection.head("200 OK", ["Content-Type": "text/html"])
                let frames = "<iframe name=one></iframe><iframe name=two></iframe><iframe name=three></iframe>"
                return connection.send(request.path == "/" ? frames : "<p>there</p>")
            }
            turn.wait()
            connection.head("302 Found", ["Location": "\(request.path)/there"])
        }
        let view = makeView(Pages(), recorder.navigations)
        view.navigationDelegate = recorder
        view.load(URLRequest(url: try #require(URL(string: "\(server.origin)/"))))
        await recorder.navigations.over()
        for frame in ["one", "two", "three"] {
            let action = await recorder.action(to: "\(server.origin)/\(frame)") {
                view.evaluateJavaScript("document.querySelector('[name=\(frame)]').src = '/\(frame)'; 0")
            }
            #expect(try await name(of: action.targetFrame, in: view) == frame)
        }
        for path in order {
            let action = await recorder.action(to: "\(server.origin)\(path)/there") { turns[path]?.give() }
            #expect(action.request.value(forHTTPHeaderField: "Accept")?.hasSuffix("xml;q=0.9,*/*;q=0.8") == true)
            let frame = try #require(action.targetFrame)
            #expect(!frame.isMainFrame && action.sourceFrame.isMainFrame)
            #expect(try await name(of: frame, in: view) == String(path.dropFirst()))
        }
    }

    @Test func `two frames of one address, which load at the same time, are different frames`() async throws {
        let turn = Permission()
        let server = try RawServer { request, connection in
            if request.path == "/same" { turn.wait() }
            connection.head("200 OK", ["Content-Type": "text/html"])
            let frames = "<iframe name=one src=/same></iframe><iframe name=two src=/same></iframe>"
            connection.send(request.path == "/" ? frames : "<p>same</p>")
        }
        let view = makeView(Pages(), recorder.navigations)
        view.navigationDelegate = recorder
        view.load(URLRequest(url: try #require(URL(string: "\(server.origin)/"))))
        for _ in 1...2 { turn.give() }
        await recorder.navigations.over()
        var names: [String?] = []
        for action in recorder.actions where action.request.url?.path == "/same" {
            names.append(try await name(of: action.targetFrame, in: view))
        }
        #expect(names == ["one", "two"])
    }
}
