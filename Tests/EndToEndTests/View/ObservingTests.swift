import Testing
import WebKit

/// The stand-in for key-value observing.
@MainActor
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
}
