import TestSupport
import Testing

extension PageCommandSuite {
    @Suite("--ios in frames, windows and workers without an address of their own") struct IOSVersionRealmTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// The ways to a realm. Each is an expression whose value is a text: whether the realm has `URL.canParse`.
        private static let realms: [(name: String, expression: String)] = [
            ("about:blank frame, at once", "has(frame().contentWindow)"),
            ("about:blank frame, after its load", "await frameThat((f) => { f.src = 'about:blank'; })"),
            ("srcdoc frame", "await frameThat((f) => { f.srcdoc = '<p>'; })"),
            ("srcdoc frame in a sandbox", "await said((f) => { f.sandbox = 'allow-scripts'; f.srcdoc = speaks; })"),
            (
                "blob frame",
                "await said((f) => { f.src = URL.createObjectURL(new Blob([speaks], { type: 'text/html' })); })"
            ),
            ("data frame", "await said((f) => { f.src = 'data:text/html,' + encodeURIComponent(speaks); })"),
            ("javascript: frame", "await frameThat((f) => { f.src = `javascript:'<p>'`; })"),
            (
                "frame with a written document",
                "(() => { const f = frame(); f.contentDocument.open(); f.contentDocument.write('<p>'); "
                    + "f.contentDocument.close(); return has(f.contentWindow); })()"
            ),
            ("window of about:blank", "has(open('about:blank'))"),
            ("window without an address", "has(open())"),
            (
                "window of a page",
                "await new Promise((done) => { const w = open('other.html'); w.onload = () => done(has(w)); })"
            ),
            ("object element", "await objectThat()"),
        ]

        /// The ways to a realm that the bridge makes: on other schemes, workers are WebKit's.
        private static let workers: [(name: String, expression: String)] = [
            ("blob worker", "await worked(new Worker(URL.createObjectURL(new Blob([works]))))"),
            ("module worker", "await worked(new Worker('worker.js', { type: 'module' }))"),
            (
                "worker of a worker",
                "await worked(new Worker(URL.createObjectURL(new Blob([`new Worker('${location.origin}/worker.js')"
                    + ".onmessage = ({ data }) => postMessage(data)`]))))"
            ),
        ]

        @Test(arguments: [[], ["--device", "iPhone SE"], ["--app", "capacitor"]])
        func `every frame, window and worker lacks the APIs of a version`(_ options: [String]) async throws {
            try folder.write("<p>", to: "other.html")
            try folder.write("postMessage(String('canParse' in URL));", to: "worker.js")
            // Capacitor's apps open no windows.
            let realms =
                options.contains("--app")
                ? Self.realms.filter { !$0.name.hasPrefix("window") } : Self.realms + Self.workers
            let lines = realms.enumerated().map { index, realm in
                """
                try { said_ = \(realm.expression); } catch (error) { said_ = `${error}`; }
                console.log(`${said_ === 'false' ? "ok" : "not ok"} \(index + 1) - \(realm.name) ${said_}`);
                """
            }
            try folder.write(
                """
                <!doctype html><body><script type="module">
                let said_;
                const has = (window) => String('canParse' in window.URL);
                const frame = (change = () => {}) => {
                    const f = document.createElement('iframe');
                    change(f);
                    document.body.append(f);
                    return f;
                };
                const speaks = `<script>parent.postMessage(String('canParse' in URL), '*')</` + 'script>';
                const works = `postMessage(String('canParse' in URL))`;
                const said = (change) => new Promise((done) => { onmessage = ({ data }) => done(data); frame(change); });
                const frameThat = (change) => new Promise((done) => {
                    frame((f) => { change(f); f.onload = () => done(has(f.contentWindow)); });
                });
                const objectThat = () => new Promise((done) => {
                    const o = document.createElement('object');
                    o.data = 'other.html';
                    o.onload = () => done(has(o.contentWindow));
                    document.body.append(o);
                });
                const worked = (worker) => new Promise((done) => {
                    worker.onmessage = ({ data }) => done(data);
                    worker.onerror = (event) => { event.preventDefault(); done('error'); };
                });
                console.log("1..\(realms.count)");
                \(lines.joined(separator: "\n"))
                </script>
                """, to: "page.html")
            let run = try await Command.start(["test", "page.html", "--ios", "16"] + options, in: folder)
                .result()
            #expect(run.lastLine == "\(realms.count) passed, 0 failed", "\(run.output)\(run.errors)")
        }
    }
}
