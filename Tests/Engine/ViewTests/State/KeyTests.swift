import Foundation
import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// Properties by their keys, which applications set by key-value coding on iOS.
@MainActor @Suite(.hangLimit(minutes: 1))
struct KeyTests {
    let pages = Pages()
    let navigations = Navigations()

    @Test func `keys set and read a view's properties`() {
        let view = makeView(pages, navigations)
        view.setValue(false, forKey: "drawsBackground")
        #expect(!view.isOpaque)
        #expect(view.value(forKey: "drawsTransparentBackground") as? Bool == true)
        view.setValue(true, forKey: "opaque")
        #expect(view.value(forKey: "_drawsBackground") as? Bool == true)
        view.setValue("agent", forKey: "customUserAgent")
        #expect(view.customUserAgent == "agent")
        view.setValue(NSNumber(value: 2), forKey: "pageZoom")
        #expect(view.pageZoom == 2)
        #expect(view.value(forKey: "isLoading") as? Bool == false)
        #expect(view.value(forKey: "scrollView") as? UIScrollView === view.scrollView)
    }

    @Test func `an unknown key, a read-only one and a wrong type are misuse`() {
        let view = makeView(pages, navigations)
        let misuse = WKException.recording {
            view.setValue(true, forKey: "nonsense")
            view.setValue("title", forKey: "title")
            view.setValue("yes", forKey: "drawsBackground")
            _ = view.value(forKey: "nonsense")
        }
        #expect(
            misuse.map(\.name) == [
                .undefinedKeyException, .undefinedKeyException, .invalidArgumentException, .undefinedKeyException,
            ])
        #expect(view.isOpaque)
    }

    @Test func `a preference of the engine acts on the page`() async throws {
        pages["/"] = "<p>page"
        let view = makeView(pages, navigations) { $0.preferences.setValue(false, forKey: "webAudioEnabled") }
        #expect(view.configuration.preferences.value(forKey: "webAudioEnabled") as? Bool == false)
        await view.open("app://host/", navigations)
        #expect(try await view.call("return typeof AudioContext") as? String == "undefined")
        let usual = makeView(pages, navigations)
        await usual.open("app://host/", navigations)
        #expect(try await usual.call("return typeof AudioContext") as? String == "function")
    }
}
