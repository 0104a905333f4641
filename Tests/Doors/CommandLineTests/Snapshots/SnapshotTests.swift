import Foundation
import TestSupport
import Testing

extension SnapshotSuite {
    @Suite("snapshot") struct SnapshotTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("<body style='margin: 0; height: 2000px'>Hello<title>Hello</title>", to: "page.html")
        }

        @Test func `a PNG file has the size of the view`() async throws {
            let run = try await Command.run("snapshot", "page.html", "-o", "a.png", "--size", "390x844", in: folder)
            #expect(run.status == 0)
            #expect(run.output == "a.png\n")
            #expect(try size(ofPicture: "a.png") == [390, 844])
        }

        @Test func `a PNG file of the full page has the height of the page`() async throws {
            let run = try await Command.run(
                "snapshot", "page.html", "-o", "a.png", "--size", "390x844", "--full-page", in: folder)
            #expect(run.status == 0)
            #expect(try size(ofPicture: "a.png") == [390, 2000])
        }

        @Test func `a PDF file is written if the name of the output ends in pdf`() async throws {
            let run = try await Command.run("snapshot", "page.html", "-o", "a.pdf", in: folder)
            #expect(run.status == 0)
            let document = String(decoding: try folder.data("a.pdf"), as: UTF8.self)
            #expect(document.hasPrefix("%PDF-"))
            #expect(document.hasSuffix("%%EOF\n"))
        }

        @Test func `the snapshot of a folder shows its index page in the default size`() async throws {
            try folder.write(
                "<script>isRight = location.href === 'sw://app.localhost/'</script>", to: "app/index.html"
            )
            let run = try await Command.run(
                "snapshot", "app", "-o", "a.png", "--wait-for", "isRight", "--timeout", "10", in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try size(ofPicture: "a.png") == [1024, 768])
        }

        @Test func `a snapshot waits until the expression of --wait-for holds`() async throws {
            let page = """
                <body style="margin: 0"><script>
                const grow = () => {
                    document.body.style.height = '900px';
                    window.isReady = true;
                };
                onload = () => setTimeout(grow, 300);
                </script>
                """
            try folder.write(page, to: "page.html")
            let run = try await Command.run(
                "snapshot", "page.html", "-o", "a.png", "--size", "400x300", "--full-page", "--wait-for",
                "window.isReady", in: folder)
            #expect(run.status == 0)
            #expect(try size(ofPicture: "a.png") == [400, 900])
        }

        @Test(arguments: ["location.href = 'second.html'", "location.reload()"])
        func `the expression of --wait-for is asked of the next document, too`(_ navigation: String) async throws {
            let ready = "setTimeout(() => { document.body.style.height = '900px'; window.isReady = true; }, 300)"
            let first = "if (sessionStorage.seen) \(ready); else { sessionStorage.seen = 1; \(navigation); }"
            try folder.write(
                "<body style='margin: 0'><script>onload = () => setTimeout(() => { \(first) }, 100)</script>",
                to: "page.html")
            try folder.write("<body style='margin: 0'><script>onload = () => \(ready)</script>", to: "second.html")
            let run = try await Command.run(
                "snapshot", "page.html", "-o", "a.png", "--size", "400x300", "--full-page", "--wait-for",
                "window.isReady", in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try size(ofPicture: "a.png") == [400, 900])
        }

        @Test func `an expression that never holds ends with exit code 1 and writes no file`() async throws {
            let run = try await Command.run(
                "snapshot", "page.html", "-o", "a.png", "--wait-for", "window.isReady", "--timeout", "1", in: folder)
            #expect(run.status == 1)
            #expect(run.errors.contains("was not ready after"))
            #expect(throws: (any Error).self) { try folder.data("a.png") }
        }

        @Test func `a page that cannot be reached ends with exit code 1 and is named`() async throws {
            let port = try SilentPort()
            let run = try await Command.run(
                "snapshot", "http://127.0.0.1:\(port.number)/", "-o", "a.png", in: folder)
            #expect(run.status == 1)
            #expect(run.errors.contains("127.0.0.1:\(port.number)"))
            #expect(run.output.isEmpty)
        }

        @Test func `failed loads, console errors and uncaught errors are written to standard error`() async throws {
            let page = """
                <!doctype html><img src="missing.png"><iframe src="missing.html"></iframe><script>
                console.log('fine');
                console.error('not', { fine: false });
                Promise.reject(new RangeError('too far'));
                throw new TypeError('thrown');
                </script><script src="missing.js"></script>
                """
            try folder.write(page, to: "page.html")
            let run = try await Command.run("snapshot", "page.html", "-o", "a.png", in: folder)
            #expect(run.status == 1)
            #expect(run.output == "a.png\n")
            let lines = Set(run.errors.split(separator: "\n").map(String.init))
            for name in ["missing.png", "missing.html", "missing.js"] {
                #expect(lines.contains("swwebview: sw://app.localhost/\(name) could not be loaded: status 404"))
            }
            #expect(lines.contains("swwebview: console error: not {fine: false}"))
            #expect(lines.contains { $0.contains("Unhandled rejection: RangeError: too far") })
            #expect(
                lines.contains("swwebview: uncaught error: TypeError: thrown (sw://app.localhost/page.html:5)"))
            #expect(lines.contains("swwebview: 3 resources of page.html did not load (--allow-failed-loads)"))
            #expect(lines.count == 7)
        }

        @Test func `an image that cannot be reached is named, and ends with exit code 1 unless that is allowed`()
            async throws
        {
            let port = try SilentPort()
            try folder.write("<img src='http://127.0.0.1:\(port.number)/a.png'>Text", to: "page.html")
            let run = try await Command.run("snapshot", "page.html", "-o", "a.png", in: folder)
            #expect(run.status == 1)
            #expect(run.errors.contains("swwebview: http://127.0.0.1:\(port.number)/a.png could not be loaded: "))
            let allowed = try await Command.run(
                "snapshot", "page.html", "-o", "a.png", "--allow-failed-loads", in: folder)
            #expect(allowed.status == 0 && allowed.errors.contains("could not be loaded"))
        }

        @Test func `a port that browsers load nothing from ends with exit code 1 and is named`() async throws {
            let run = try await Command.run("snapshot", "http://127.0.0.1:9/", "-o", "a.png", in: folder)
            #expect(run.status == 1)
            #expect(run.errors.contains("http://127.0.0.1:9/ cannot be reached"))
            #expect(run.output.isEmpty)
        }

        @Test func `a page without problems writes nothing to standard error`() async throws {
            let run = try await Command.run("snapshot", "page.html", "-o", "a.png", in: folder)
            #expect(run.status == 0)
            #expect(run.errors.isEmpty)
        }

        /// Width and height, from the header chunk. Source: https://www.w3.org/TR/png-3/#11IHDR
        private func size(ofPicture path: String) throws -> [Int] {
            let bytes = [UInt8](try folder.data(path))
            try #require(bytes.count > 24)
            #expect(bytes[..<8] == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            #expect(bytes[12..<16] == [0x49, 0x48, 0x44, 0x52])
            return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        }
    }
}
