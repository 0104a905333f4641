import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The frames and features of scripts' calls that open dialogs and windows.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct PageCallTests {
    let pages = Pages()
    let navigations = Navigations()

    /// Records the frames of dialogs and windows.
    final class Recorder: NSObject, WKUIDelegate {
        private(set) var frames: [String] = []
        private(set) var features: [WKWindowFeatures] = []

        func note(_ call: String, _ frame: WKFrameInfo) {
            let place = frame.isMainFrame ? "main" : "sub"
            let origin = "\(frame.securityOrigin.protocol)://\(frame.securityOrigin.host)"
            frames.append("\(call) \(place) \(frame.request.url?.absoluteString ?? "nil") \(origin)")
        }

        func webView(
            _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo
        ) async { note("alert", frame) }

        func webView(
            _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo
        ) async -> Bool {
            note("confirm", frame)
            return true
        }

        func webView(
            _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
            initiatedByFrame frame: WKFrameInfo
        ) async -> String? {
            note("prompt", frame)
            return defaultText
        }

        func webView(
            _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
            for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
        ) -> WKWebView? {
            note("open", navigationAction.sourceFrame)
            features.append(windowFeatures)
            return nil
        }
    }

    let recorder = Recorder()

    private func open() async -> WKWebView {
        pages["/"] = "<iframe src=/inner></iframe><iframe src='app://other/'></iframe><iframe></iframe>"
        pages["/inner"] = "<p>inner"
        let view = makeView(pages, navigations) { $0.preferences.javaScriptCanOpenWindowsAutomatically = true }
        view.uiDelegate = recorder
        await view.open("app://host/", navigations)
        return view
    }

    @Test func `a dialog names the frame whose window the script calls`() async throws {
        let view = await open()
        let result = try await view.evaluateJavaScript(
            """
            alert('a');
            const inner = frames[0];
            [inner.eval("alert('b'); confirm('c')"), inner.prompt('d', 'text'), confirm('e')].join()
            """)
        #expect(result as? String == "true,text,true")
        let (main, inner) = ("main app://host/ app://host", "sub app://host/inner app://host")
        #expect(
            recorder.frames == [
                "alert \(main)", "alert \(inner)", "confirm \(inner)", "prompt \(inner)", "confirm \(main)",
            ])
    }

    @Test func `a dialog of another world, and of a frame with an empty document, names its frame`() async throws {
        let view = await open()
        try await view.evaluateJavaScript("frames[0].alert('a'); 0", contentWorld: .world(name: "tools"))
        try await view.evaluateJavaScript("alert('b'); frames[2].alert('c'); 0", contentWorld: .defaultClient)
        #expect(
            recorder.frames == [
                "alert sub app://host/inner app://host", "alert main app://host/ app://host",
                "alert sub about:blank app://host",
            ])
    }

    @Test func `a dialog that a sandboxed frame may not open leaves the frames of later dialogs right`() async throws {
        pages["/sandboxed"] = "<p>sandboxed<script>alert('refused')</script>"
        pages["/"] = "<iframe sandbox='allow-scripts' src=/sandboxed></iframe>"
        let view = makeView(pages, navigations)
        view.uiDelegate = recorder
        await view.open("app://host/", navigations)
        try await view.evaluateJavaScript("alert('a'); 0")
        #expect(recorder.frames == ["alert main app://host/ app://host"])
    }

    @Test func `a window that a script opens without a click names the script's frame`() async throws {
        let view = await open()
        try await view.evaluateJavaScript("frames[0].eval(\"open('/x')\"); open('/y'); 0")
        #expect(recorder.frames == ["open sub app://host/inner app://host", "open main app://host/ app://host"])
    }

    @Test(arguments: [
        ("menubar=yes,status=yes,toolbar=yes,resizable=yes", true),
        ("menubar=no,status=no,toolbar=no,resizable=no", false),
        ("menubar,status,toolbar,resizable", true), (" MenuBar = 1 status=true,toolbar=2;resizable=yes", true),
    ])
    func `the features of a window reach the delegate`(text: String, value: Bool) async throws {
        let view = await open()
        try await view.evaluateJavaScript("open('about:blank', '_blank', '\(text)'); 0")
        let features = try #require(recorder.features.first)
        #expect(
            [features.menuBarVisibility, features.statusBarVisibility, features.toolbarsVisibility].allSatisfy {
                $0?.boolValue == value
            })
        if !text.contains(";") { #expect(features.allowsResizing?.boolValue == value) }
    }

    @Test func `features that a page does not name are nil, and places and sizes are numbers`() async throws {
        let view = await open()
        try await view.evaluateJavaScript(
            "open('/x'); open('/y', '_blank', 'left=10,top=-20,width=300.5,height=x'); open('/z', '', ',, =  , '); 0")
        let values = recorder.features.map { features in
            [features.x, features.y, features.width, features.height].map { $0?.intValue }
        }
        #expect(values == [[nil, nil, nil, nil], [10, -20, 300, 0], [nil, nil, nil, nil]])
        #expect(recorder.features.allSatisfy { $0.menuBarVisibility == nil && $0.allowsResizing == nil })
    }

    @Test func `pages see WebKit's own functions`() async throws {
        let view = await open()
        let result = try await view.evaluateJavaScript(
            """
            ['alert', 'confirm', 'prompt', 'open'].map((name) => {
                const { value, get, ...flags } = Object.getOwnPropertyDescriptor(window, name);
                let thrown = null;
                try { new value(); } catch (error) { thrown = error.name; }
                return [value.name, value.length, String(value) === String(focus).replace('focus', name),
                    'prototype' in value, value instanceof Function, JSON.stringify(flags), thrown].join(' ');
            })
            """)
        let rest = #" 0 true false true {"writable":true,"enumerable":true,"configurable":true} TypeError"#
        #expect(result as? [String] == ["alert", "confirm", "prompt", "open"].map { $0 + rest })
    }

    @Test func `a call that throws throws in the page`() async throws {
        let view = await open()
        let result = try await view.evaluateJavaScript(
            "try { alert({ toString() { throw new RangeError('text') } }); 0 } catch (error) { error.name + error.message }"
        )
        #expect(result as? String == "RangeErrortext")
        #expect(recorder.frames.isEmpty)
    }
}
