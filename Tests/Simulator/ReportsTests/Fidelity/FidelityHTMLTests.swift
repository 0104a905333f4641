import Reports
import Testing

struct FidelityHTMLTests {
    @Test func `text of pages is text in HTML`() {
        let use = FidelityReport.Use(api: "Document.cookie", page: "<script>\".html", count: 2, position: nil)
        let feature = FidelityReport.Feature(
            feature: "Cookies", class: .differs, since: nil, guide: "IOSVersions", source: nil, uses: [use])
        let html = FidelityReport(ios: nil, features: [feature]).html
        #expect(html.contains("&lt;script&gt;&quot;.html"))
        #expect(!html.contains("<script>\".html"))
    }
}
