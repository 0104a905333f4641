import SWWebView
import TestSupport
import Testing
import WebKit

/// Subclasses of web views, as an application writes them: with the public declarations only.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct WebViewSubclassTests {
    final class Plain: WKWebView { var x = 1 }
    final class PlainBridged: SWWebView { var x = 1 }

    final class Overriding: WKWebView {
        var made: [String] = []
        override init(frame: CGRect, configuration: WKWebViewConfiguration) {
            super.init(frame: frame, configuration: configuration)
            made.append("frame:configuration:")
        }
        required init?(coder: NSCoder) { nil }
    }

    final class NonOptional: WKWebView {
        var scripts: [String] = []
        override func evaluateJavaScript(_ javaScriptString: String) async throws -> Any {
            scripts.append(javaScriptString)
            return try await super.evaluateJavaScript(javaScriptString) ?? "none"
        }
    }

    final class OptionalResult: WKWebView {
        override func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
            _ = try await super.evaluateJavaScript("var count = (self.count ?? 0) + 1")
            return try await super.evaluateJavaScript(javaScriptString)
        }
    }

    final class WithHandler: WKWebView {
        var scripts: [String] = []
        override func evaluateJavaScript(
            _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
        ) {
            scripts.append(javaScriptString)
            super.evaluateJavaScript(javaScriptString, completionHandler: completionHandler)
        }
    }

    final class Late: WKWebView {
        override func evaluateJavaScript(
            _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
        ) {
            DispatchQueue.main.async {
                super.evaluateJavaScript(javaScriptString + " + 1", completionHandler: completionHandler)
            }
        }
    }

    final class Both: WKWebView {
        var calls: [String] = []
        override func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
            calls.append("async")
            return try await super.evaluateJavaScript(javaScriptString)
        }
        override func evaluateJavaScript(
            _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
        ) {
            calls.append("handler")
            super.evaluateJavaScript(javaScriptString, completionHandler: completionHandler)
        }
    }

    /// Calls the form with a completion handler, through the base class.
    func result(of script: String, in view: WKWebView) async throws -> Any? {
        let result: Result<String, any Error> = await withCheckedContinuation { continuation in
            view.evaluateJavaScript(script) { value, error in
                continuation.resume(returning: error.map { .failure($0) } ?? .success("\(value ?? "nil")"))
            }
        }
        return try result.get()
    }

    @Test func `a subclass that adds a property inherits every initialiser`() {
        let frame = CGRect(x: 0, y: 0, width: 300, height: 200)
        #expect(Plain().x == 1)
        #expect(Plain(frame: frame).frame == frame)
        #expect(Plain(frame: frame, configuration: WKWebViewConfiguration()).frame == frame)
        #expect(PlainBridged().x == 1)
        #expect(PlainBridged(frame: frame).frame == frame)
        #expect(PlainBridged(frame: frame, configuration: WKWebViewConfiguration()).frame == frame)
    }

    @Test func `a subclass that overrides the designated initialisers inherits the others, which call its own`() {
        #expect(Overriding().made == ["frame:configuration:"])
        #expect(Overriding(frame: .zero).made == ["frame:configuration:"])
    }

    @Test func `an asynchronous override without an optional result serves both forms`() async throws {
        let view = NonOptional()
        await LoadedPage().load("<p>page", in: view)
        #expect(try await (view as WKWebView).evaluateJavaScript("'a' + 'b'") as? String == "ab")
        #expect(try await result(of: "'c' + 'd'", in: view) as? String == "cd")
        #expect(try await result(of: "undefined", in: view) as? String == "none")
        #expect(view.scripts == ["'a' + 'b'", "'c' + 'd'", "undefined"])
    }

    @Test func `an asynchronous override may run other scripts first`() async throws {
        let view = OptionalResult()
        await LoadedPage().load("<p>page", in: view)
        #expect(try await result(of: "String(count)", in: view) as? String == "1")
        #expect(try await (view as WKWebView).evaluateJavaScript("count") as? Int == 2)
    }

    @Test func `an override with a completion handler serves both forms`() async throws {
        let view = WithHandler()
        await LoadedPage().load("<p>page", in: view)
        #expect(try await view.evaluateJavaScript("'a'") as? String == "a")
        #expect(try await result(of: "'b'", in: view) as? String == "b")
        #expect(view.scripts == ["'a'", "'b'"])
        await #expect(throws: WKError.self) { _ = try await view.evaluateJavaScript("throw 1") }
    }

    @Test func `an override that calls the view later serves both forms`() async throws {
        let view = Late()
        await LoadedPage().load("<p>page", in: view)
        #expect(try await view.evaluateJavaScript("1") as? Int == 2)
        #expect(try await result(of: "'a'", in: view) as? String == "a1")
    }

    @Test func `a call passes once through each override of a subclass with both`() async throws {
        let view = Both()
        await LoadedPage().load("<p>page", in: view)
        #expect(try await view.evaluateJavaScript("1") as? Int == 1)
        #expect(view.calls == ["async", "handler"])
        view.calls = []
        #expect(try await result(of: "'a'", in: view) as? String == "a")
        #expect(view.calls == ["handler", "async"])
    }

    @Test func `scripts of a subclass run in the order of the calls, whichever form was called`() async throws {
        let view = Plain()
        await LoadedPage().load("<p>page", in: view)
        view.evaluateJavaScript("var order = 'a'", completionHandler: nil)
        view.evaluateJavaScript("order += 'b'", completionHandler: nil)
        view.evaluateJavaScript("order += 'c'", in: nil, in: .page)
        #expect(try await view.evaluateJavaScript("order") as? String == "abc")
    }
}
