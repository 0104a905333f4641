import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Small pieces of answers that are written in one turn of the main loop.
@MainActor @Suite(.hangLimit(minutes: 1))
struct EventPiecesTests {
    /// Answers `/events` with a head, and writes when a test says so.
    final class Source: NSObject, StreamingURLSchemeHandler {
        private(set) var tasks: [URLSchemeTask] = []
        let opened = Gate()

        func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
            guard let task = task as? URLSchemeTask, let url = task.request.url,
                let response = HTTPURLResponse(
                    url: url, statusCode: 200, httpVersion: nil,
                    headerFields: ["Content-Type": "text/plain", "Access-Control-Allow-Origin": "*"])
            else { return }
            task.didReceive(response)
            write("open\n", to: task)
            tasks.append(task)
            if tasks.count == 2 { opened.open() }
        }

        func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {}

        func write(_ text: String, to task: URLSchemeTask) {
            Array(text.utf8).withUnsafeBytes { task.writeEvent($0) }
        }
    }

    @Test func `pieces that are written together to answers that stay open arrive whole and in order`() async throws {
        let (source, pages, navigations, messages) = (Source(), Pages(), Navigations(), Messages())
        pages["/"] = """
            <script>
            const read = async (name) => {
                const reader = (await fetch(`events://${name}/`)).body.getReader();
                const decoder = new TextDecoder();
                let text = "";
                while (!text.endsWith("line 499\\n")) text += decoder.decode((await reader.read()).value);
                return text;
            };
            Promise.all([read("a"), read("b")]).then((both) => webkit.messageHandlers.test.postMessage(JSON.stringify(both)));
            </script>
            """
        let view = makeView(pages, navigations) {
            $0.setURLSchemeHandler(source, forURLScheme: "events")
            $0.userContentController.add(messages, name: "test")
        }
        view.load(URLRequest(url: try #require(URL(string: "app://pages/"))))
        await source.opened.pass()
        let lines = (0..<500).map { "line \($0)\n" }
        for line in lines { for task in source.tasks { source.write(line, to: task) } }
        await messages.wait(for: 1)
        let texts = try JSONDecoder().decode([String].self, from: Data(messages.bodies[0].utf8))
        #expect(texts == Array(repeating: "open\n" + lines.joined(), count: 2))
    }
}
