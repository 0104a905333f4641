import Foundation
import TestSupport
import Testing

extension CommandLineSuite {
    @Suite("--locale") struct LocaleTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func statusWaiting(for text: String, _ options: String...) async throws -> Int32 {
            let page = """
                <!doctype html><title>-</title><script>
                document.title = navigator.language + " " + navigator.languages + " " + new Intl.NumberFormat(navigator.language).format(1234.5);
                </script>
                """
            try folder.write(page, to: "page.html")
            let arguments = [
                "snapshot", "page.html", "-o", "a.png", "--wait-for", "document.title == '\(text)'", "--timeout", "20",
            ]
            return try await Command.start(arguments + options, in: folder, environment: ["LANG": "C.UTF-8"]).result()
                .status
        }

        @Test func `a page's language is American English, whatever the machine's locale`() async throws {
            #expect(try await statusWaiting(for: "en-US en-US 1,234.5") == 0)
        }

        @Test func `--locale is the language of pages`() async throws {
            #expect(try await statusWaiting(for: "de-DE de-DE 1.234,5", "--locale", "de-DE") == 0)
        }

        @Test func `--locale with a value that is no language tag is a usage error`() async throws {
            #expect(try await statusWaiting(for: "", "--locale", "de_DE.UTF-8") == 2)
        }
    }
}
