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

        @Test func `device, version, language and time zone reach plugins, pages and native.js`() async throws {
            let page = """
                <!doctype html><title>-</title><script type="module">
                const { Device } = Capacitor.Plugins;
                const { model, osVersion } = await Device.getInfo();
                const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
                const { value } = await Device.getLanguageTag();
                const native = await webkit.messageHandlers.hour.postMessage(0);
                document.title = [model, osVersion, value, navigator.language, zone, native].join(" ");
                </script>
                """
            try folder.write(page, to: "index.html")
            try folder.write(
                "export default { handlers: { hour: () => new Date(Date.UTC(2024, 0, 15, 12)).getHours() } };",
                to: "native.js")
            let expected = "iPad15,3 16.0 de-DE de-DE Asia/Tokyo 21"
            let status = try await Command.start(
                [
                    "snapshot", "capacitor://localhost/", "--root", ".", "-o", "a.png", "--app", "capacitor",
                    "--native", "native.js",
                    "--device", "iPad Air 11", "--ios", "16", "--locale", "de-DE", "--timezone", "Asia/Tokyo",
                    "--wait-for", "document.title == '\(expected)'", "--timeout", "20",
                ], in: folder
            ).result().status
            #expect(status == 0)
        }

        @Test func `--locale with a value that is no language tag is a usage error`() async throws {
            #expect(try await statusWaiting(for: "", "--locale", "de_DE.UTF-8") == 2)
        }
    }
}
