import TestSupport
import Testing

extension OriginSuite {
    /// The folder that an app's framework shows, and the routes of the app in it.
    @Suite("Web folders of apps") struct WebFolderTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("{}", to: "package.json")
        }

        /// An app as a bundler builds it: its files have addresses below the root, and its routes have no files.
        private func build(_ name: String) throws {
            try folder.write(
                """
                <!doctype html><base href="/"><title>App</title>
                <script type="module" src="/assets/app.js"></script>
                """, to: "\(name)/index.html")
            try folder.write(
                """
                const frame = document.createElement("iframe");
                frame.src = "/notes/5?from=link";
                const status = async (address) => fetch(address).then((response) => response.status, () => "refused");
                if (window === top) {
                    console.log("1..2");
                    console.log(`${document.title === "App" ? "" : "not "}ok 1 - ${location.href}`);
                    onmessage = async ({ data }) => {
                        const found = [data, await (await fetch("/notes/5")).text().then((text) => text.includes("App")),
                            await status("/missing.json"), await status("/folder/data.json")].join(" ");
                        console.log(`${found === "App /notes/5 true 404 200" ? "" : "not "}ok 2 - ${found}`);
                    };
                    document.documentElement.append(frame);
                } else {
                    parent.postMessage(`${document.title} ${location.pathname}`, "*");
                }
                """, to: "\(name)/assets/app.js")
            try folder.write("{}", to: "\(name)/folder/data.json")
        }

        @Test(arguments: [
            ("capacitor", "capacitor.config.json", #"{"appName": "Notes", "webDir": "dist/app"}"#, "dist/app"),
            (
                "capacitor", "capacitor.config.ts",
                "// webDir: 'old'\nconst config: CapacitorConfig = { appId: 'a.b', webDir: 'build' };\nexport default config;",
                "build"
            ),
            ("capacitor", "capacitor.config.js", "module.exports = { appName: 'Notes' };", "www"),
            ("cordova", "config.xml", "<widget/>", "www"),
        ])
        func `the origin shows the folder of the app's pages, and its start page at every route`(
            app: String, file: String, text: String, name: String
        ) async throws {
            try folder.write(text, to: file)
            try build(name)
            for page in ["\(name)/index.html", name] {
                let run = try await Command.run("test", page, "--app", app, in: folder)
                #expect(run.lastLine == "2 passed, 0 failed", "\(run.output)\(run.errors)")
            }
            let picture = try await Command.run(
                "snapshot", name, "--app", app, "-o", "a.png", "--allow-failed-loads", "--wait-for",
                "document.title === 'App'", in: folder)
            #expect(picture.status == 0, "\(picture.errors)")
        }

        @Test func `a test beside the app has the project's folder`() async throws {
            try folder.write("{}", to: "capacitor.config.json")
            try folder.write("<script src='/src/sum.js'></script>", to: "tests/page.html")
            try folder.write("console.log(`1..1\\nok 1 - ${location.pathname}`)", to: "src/sum.js")
            let run = try await Command.run("test", "tests/page.html", "--app", "capacitor", in: folder)
            #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)\(run.errors)")
            #expect(run.output.contains("/tests/page.html"))
        }

        @Test func `an entry of --map for the files' origin is their folder`() async throws {
            try folder.write("<script>console.log(`1..1\\nok 1 - ${location.href}`)</script>", to: "out/www/page.html")
            for (app, origin) in [("capacitor", "capacitor://localhost"), ("plain", "sw://app.localhost")] {
                let run = try await Command.run(
                    "test", "out/www/page.html", "--app", app, "--map", "\(origin)=out", in: folder)
                #expect(run.output.contains("\(origin)/www/page.html"), "\(run.output)\(run.errors)")
                let foreign = try await Command.run(
                    "test", "out/www/page.html", "--app", app, "--map", "\(origin)=http://127.0.0.1:9", in: folder)
                #expect(foreign.status == 1)
                #expect(foreign.output.contains("answer \(origin)"), "\(foreign.output)\(foreign.errors)")
                let both = try await Command.run(
                    "test", "out/www/page.html", "--app", app, "--map", "\(origin)=out", "--root", "out", in: folder)
                #expect(both.status == 2)
                #expect(both.errors.contains("--root, --map"), "\(both.errors)")
            }
        }

        @Test func `--fallback answers navigations on an application's own scheme, and no fetches`() async throws {
            try folder.write(
                """
                <script>
                if (window === top) {
                    const frame = document.createElement("iframe");
                    frame.src = "/route/v1.2";
                    onmessage = async ({ data }) => {
                        const status = async (headers) => (await fetch("/route/v1.2", { headers })).status;
                        const found = `${data} ${await status({})} ${await status({ Accept: "text/html, */*; q=0.01" })}`;
                        console.log(`1..1\\n${found === "/route/v1.2 404 404" ? "" : "not "}ok 1 - ${found}`);
                    };
                    document.documentElement.append(frame);
                } else {
                    parent.postMessage(location.pathname, "*");
                }
                </script>
                """, to: "www/index.html")
            let run = try await Command.run(
                "test", "ionic://localhost/deep/link", "--map", "ionic://localhost=www", "--fallback", "index.html",
                in: folder)
            #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)\(run.errors)")
        }

        @Test(arguments: [
            (["test", "page.html", "--framework", "tap"], "--framework does nothing here"),
            (["test", "page.html", "--trace-folder", "kept"], "--trace-folder does nothing here"),
            (["test", "page.html", "--camera", "photo.png"], "--camera does nothing here"),
            (
                ["test", "sw://x.example/", "--fallback", "index.html", "--map", "sw://x.example=http://127.0.0.1:9"],
                "--fallback does nothing here"
            ),
            (
                ["snapshot", "page.html", "-o", "a.png", "--threshold", "1"],
                "--threshold and --tolerance do nothing here"
            ),
        ])
        func `an option that does nothing beside the others is named`(arguments: [String], part: String) async throws {
            try folder.writePage("page.html", printing: "1..1", "ok 1")
            let picture = try await Command.run("snapshot", "page.html", "-o", "photo.png", in: folder)
            #expect(picture.status == 0 && !picture.errors.contains("does nothing"))
            let run = try await Command.start(arguments, in: folder).result()
            #expect(run.errors.contains(part), "\(run.errors)")
        }
    }
}
