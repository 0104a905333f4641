import WebKit

@MainActor
private func show(_ page: URL) -> WKWebView {
    let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    webView.load(URLRequest(url: page))
    return webView
}

@MainActor
private func printTitle() async throws {
    let page = WebPage()
    for try await event in page.load(URL(string: "https://app.example/")) where event == .finished {
        print(page.title)
    }
}
