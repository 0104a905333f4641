import SWWebView
import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// Subclasses as iOS applications have them.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct SubclassTests {
    private final class FullScreenView: WKWebView {
        var ended: @Sendable () -> Void = {}
        deinit { ended() }
        override var safeAreaInsets: UIEdgeInsets { UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4) }
    }

    private final class BridgedView: SWWebView {
        var ended: @Sendable () -> Void = {}
        deinit { ended() }
    }

    private final class NamedScript: WKUserScript {
        let name: String

        init(_ name: String) {
            self.name = name
            super.init(source: "self.script = '\(name)'", injectionTime: .atDocumentStart, forMainFrameOnly: false)
        }

        override init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
            name = ""
            super.init(source: source, injectionTime: injectionTime, forMainFrameOnly: forMainFrameOnly)
        }
    }

    let pages = Pages()
    let navigations = Navigations()

    /// Holds the last reference to a view.
    private final class Holder: @unchecked Sendable {
        var view: WKWebView?
    }

    /// Loads a page in a view, and returns the last reference to it.
    private func held(_ make: (WKWebViewConfiguration) -> WKWebView) async -> Holder {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(pages, forURLScheme: "app")
        let holder = Holder()
        holder.view = make(configuration)
        await holder.view?.open("app://host/", navigations)
        return holder
    }

    @Test(arguments: [true, false])
    func `a subclass with a deinit ends on the thread that releases it last`(onMainThread: Bool) async throws {
        pages["/"] = "<title>page</title>"
        for isBridged in [false, true] {
            let (ends, continuation) = AsyncStream<Void>.makeStream()
            let holder = await held { configuration in
                if isBridged {
                    let view = BridgedView(frame: .zero, configuration: configuration)
                    view.ended = { continuation.finish() }
                    return view
                }
                let view = FullScreenView(frame: .zero, configuration: configuration)
                view.ended = { continuation.finish() }
                return view
            }
            weak let view = holder.view
            #expect(view != nil)
            if onMainThread { holder.view = nil } else { Thread.detachNewThread { holder.view = nil } }
            for await _ in ends {}
            #expect(view == nil)
        }
    }

    @Test func `a subclass gives its own safe area, and scripts of a subclass run`() async throws {
        pages["/"] = "<title>page</title>"
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(pages, forURLScheme: "app")
        configuration.userContentController.addUserScript(NamedScript("named"))
        let view = FullScreenView(frame: .zero, configuration: configuration)
        #expect(view.safeAreaInsets.right == 4)
        await view.open("app://host/", navigations)
        #expect(try await view.evaluateJavaScript("self.script") as? String == "named")
    }
}
