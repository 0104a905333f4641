import Foundation
import TestSupport
import Testing

extension FailureSuite {
    /// Tests that a hostile page reads its folder and the mapped folders, and nothing else of this machine.
    @Suite("Confinement") struct ConfinementTests {
        private static let secret = "heron-at-the-weir"
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write(Self.secret, to: "secret.txt")
            try folder.write("console.log('\(Self.secret)')", to: "secret.js")
            try folder.write("<script>console.log('\(Self.secret)')</script>", to: "secret.html")
            try folder.write("within", to: "pages/within.txt")
            try folder.write("mapped", to: "mapped/within.txt")
            for place in ["pages", "mapped"] {
                try folder.link("\(place)/inner-link.txt", to: "within.txt")
                try folder.link("\(place)/link.txt", to: "../secret.txt")
                try folder.link("\(place)/absolute-link.txt", to: folder.path("secret.txt"))
                try folder.link("\(place)/link", to: "..")
            }
        }

        /// Ways out of a folder, as addresses below an origin.
        private static let escapes = [
            "../secret.txt", "/../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "%2e%2e%2fsecret.txt",
            "%252e%252e%252fsecret.txt", "..%5csecret.txt", "..\\\\secret.txt", ".%2e/secret.txt", "./.././secret.txt",
            "within.txt/../../secret.txt", "link.txt", "absolute-link.txt", "link/secret.txt", "link%2fsecret.txt",
            "%2flink%2fsecret.txt", "within.txt%00/../../secret.txt", "..;/secret.txt", "%c0%ae%c0%ae/secret.txt",
            "//secret.txt", "link/pages/link/secret.txt",
        ]

        private func page() -> String {
            let absolute = folder.path("secret.txt")
            // The page's own origin: the browser keeps it from others.
            let places = ["", "/", "assets://", "assets:///"]
            let addresses =
                places.flatMap { place in Self.escapes.map { place + $0 } + [place + absolute] }
                + ["file://\(absolute)", "file:\(absolute)", "file://localhost\(absolute)", "sw://\(absolute)"]
            let quoted = addresses.map { "'\($0)'" }.joined(separator: ",")
            let (html, script) = ("file://" + folder.path("secret.html"), "file://" + folder.path("secret.js"))
            return """
                <script type=module>
                const read = {
                    fetch: async (address) => (await fetch(address)).text(),
                    request: (address) => new Promise((done, fail) => {
                        const request = new XMLHttpRequest();
                        request.open('GET', address);
                        request.onload = () => done(request.responseText);
                        request.onerror = fail;
                        request.send();
                    }),
                };
                const results = [];
                for (const address of [\(quoted)]) {
                    for (const [name, way] of Object.entries(read)) {
                        let text = '';
                        try { text = await way(address) } catch {}
                        results.push([!text.includes('weir'), `${name} ${address}`]);
                    }
                }
                for (const address of ['within.txt', 'inner-link.txt', 'assets://within.txt', 'assets://inner-link.txt']) {
                    let text = '';
                    try { text = await read.fetch(address) } catch {}
                    results.push([text === 'within' || text === 'mapped', `what is within: ${address}`]);
                }
                const load = (name, attributes) => new Promise((done) => {
                    const element = Object.assign(document.createElement(name), attributes);
                    element.onload = element.onerror = done;
                    document.body.append(element);
                    setTimeout(done, 500);
                });
                await load('iframe', { src: '\(html)' });
                await load('iframe', { srcdoc: '<meta http-equiv=refresh content="0;url=\(html)">' });
                await load('script', { src: '\(script)' });
                await load('object', { data: '\(html)' });
                await import('\(script)').catch(() => {});
                const opened = window.open('\(html)');
                frames[0].location = '\(html)';
                try { new Worker('\(script)') } catch {}
                await new Promise((done) => setTimeout(done, 500));
                results.push([true, 'frames, scripts and windows']);
                console.log(`1..${results.length}`);
                results.forEach(([isGood, name], index) => console.log(`${isGood ? 'ok' : 'not ok'} ${index + 1} - ${name}`));
                </script><body></body>
                """
        }

        @Test func `a hostile page reads no file outside its folder and the mapped folders`() async throws {
            try folder.write(page(), to: "pages/page.html")
            try folder.write(page(), to: "mapped/page.html")
            let run = try await Command.run(
                "test", "pages/page.html", "sw://app.example/page.html", "--root", "pages", "--map",
                "sw://app.example=mapped", "--assets", "mapped", in: folder)
            #expect(run.status == 0, "\(run.output)")
            #expect(!run.output.contains(Self.secret))
            #expect(!run.errors.contains(Self.secret))
            #expect(run.lastLine?.hasSuffix(" passed, 0 failed") == true)
        }
    }
}
