import Foundation
import Testing

@testable import WebViewTesting

/// Reports about Web APIs.
struct FidelityReportTests {
    private func page(_ name: String, _ uses: [WebAPIUse]) -> PageRunResult {
        var page = PageRunResult(page: name)
        page.webAPIs = uses
        return page
    }

    @Test func `features have the uses of all pages, in the order of the list`() throws {
        let position = SourcePosition(url: "sw://app.localhost/a.js", line: 3, column: 4)
        let report = FidelityReport(
            [
                page("b.html", [WebAPIUse(api: "Document.cookie", count: 2)]),
                page("a.html", [WebAPIUse(api: "URL.canParse", count: 1, position: position)]),
                page("c.html", [WebAPIUse(api: "Document.cookie", count: 5)]), PageRunResult(page: "d.html"),
            ], ios: .ios18)
        #expect(report.ios == 18)
        #expect(report.features.map(\.feature) == ["URL.canParse", "Cookies"])
        #expect(report.features.last?.uses.map(\.page) == ["b.html", "c.html"])
        #expect(report.features.first?.uses.first?.position == "sw://app.localhost/a.js:3:4")
        #expect(try JSONDecoder().decode(FidelityReport.self, from: report.json) == report)
    }

    @Test func `forbidden names are classes, versions, APIs and interfaces`() throws {
        #expect(try FidelityOptions(forbidding: ["URL.parse"]).forbidden == ["URL.parse"])
        #expect(try FidelityOptions(forbidding: ["ios15"]).forbidden.isSuperset(of: ["URL.parse", "Notification"]))
        #expect(try FidelityOptions(forbidding: ["Notification"]).forbidden.contains("Notification.requestPermission"))
        #expect(
            try FidelityOptions(forbidding: ["emulated", "shim"]).forbidden.isSuperset(of: [
                "fetch", "Navigator.onLine",
            ]))
        #expect(throws: FidelityError.self) { try FidelityOptions(forbidding: ["fetch", "nothing"]) }
        #expect(throws: FidelityError.self) { try FidelityOptions(forbidding: [""]) }
    }
}
