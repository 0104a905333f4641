import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// The stand-in for key-value observing.
@MainActor @Suite(.hangLimit(minutes: 1))
struct ObservingTests {
    @Test func `observers are told of changes of isLoading and title until they are invalidated`() async {
        let pages = Pages()
        pages["/"] = "<title>Observed</title>"
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(pages, forURLScheme: "app")
        let view = WKWebView(frame: .zero, configuration: configuration)
        let navigations = Navigations()
        view.navigationDelegate = navigations
        var loading: [Bool?] = []
        var titles: [String?] = []
        let loadingObservation = view.observe(\.isLoading, options: [.new, .initial]) { loading.append($1.newValue) }
        let titleObservation = view.observe(\.title, options: [.new]) { titles.append($1.newValue ?? nil) }
        view.load(URLRequest(url: URL("app://host/")))
        await navigations.over()
        #expect(loading == [false, true, false])
        #expect(titles.last == "Observed")
        titleObservation.invalidate()
        let count = titles.count
        pages["/"] = "<title>Unobserved</title>"
        view.reload()
        await navigations.over()
        #expect(view.title == "Unobserved")
        #expect(titles.count == count)
        withExtendedLifetime(loadingObservation) {}
    }

    @Test func `an observer can remove itself in its deinitializer`() {
        final class Observer: UIResponder {
            let view: WKWebView

            init(_ view: WKWebView) {
                self.view = view
                super.init()
                view.addObserver(self, forKeyPath: "title", context: nil)
            }

            deinit { MainActor.assumeIsolated { view.removeObserver(self, forKeyPath: "title") } }
        }
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view = WKWebView(frame: .zero, configuration: configuration)
        let misuse = WKException.recording { _ = Observer(view) }
        #expect(misuse == [])
    }

    @Test func `the values of a property are its first one and each new one, until the view is gone`() async {
        let pages = Pages()
        pages["/"] = "<title>One</title>"
        let navigations = Navigations()
        var view: WKWebView? = makeView(pages, navigations)
        var titles = view?.values(of: \.title).makeAsyncIterator()
        await view?.open("app://host/", navigations)
        var seen: [String?] = []
        while seen.last != "One", let title = await titles?.next() { seen.append(title) }
        #expect(seen.first == .some(nil) && seen.last == "One")
        view = nil
        while await titles?.next() != nil {}
    }
}
