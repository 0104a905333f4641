import Foundation
import Testing
import WebDriverServer

struct GridConfigurationTests {
    @Test func `the quotes of the capabilities are escaped for TOML`() throws {
        let url = try #require(URL(string: "http://grid:secret@127.0.0.1:4444"))
        let text = GridConfiguration.toml(driver: url, maxSessions: 3, browserVersion: "2.50.6")
        #expect(text.contains(#"url = "http://grid:secret@127.0.0.1:4444""#))
        #expect(text.contains(#"configs = ["3", "{\"browserName\":\"swwebview\""#))
    }
}
