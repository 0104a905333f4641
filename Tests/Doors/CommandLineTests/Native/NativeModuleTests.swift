import TestSupport
import Testing

extension NativeSuite {
    @Suite("--native") struct NativeModuleTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func write(_ expression: String) throws { try CallingPage.write(expression, in: folder) }

        @Test func `a page receives the module's answers, and the report its console output`() async throws {
            try folder.write(CallingPage.native, to: "native.js")
            try write(CallingPage.camera)
            let run = try await Command.run(
                "test", "page.html", "--native", "native.js", "--reporter", "json", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(run.output.contains("native.js: click"))
        }

        @Test func `an error of the module is in the report with its file and line`() async throws {
            try folder.write(CallingPage.native, to: "native.js")
            try write("await call('bug')")
            let run = try await Command.run("test", "page.html", "--native", "native.js", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("native.js:3"), "\(run.output)")
        }

        @Test(arguments: ["test", "snapshot", "preview"])
        func `a module that cannot be loaded ends a command with its file and line`(command: String) async throws {
            try folder.write("\n\nexport default {{", to: "native.js")
            try write("true")
            let output = command == "snapshot" ? ["--output", "page.png"] : []
            let run = try await Command.start([command, "page.html", "--native", "native.js"] + output, in: folder)
                .result()
            #expect(run.status == 2)
            #expect(run.errors.contains("--native: native.js:3: SyntaxError"), "\(run.errors)")
        }

        @Test func `a module fires the events of its own plugin, and has none without a framework`() async throws {
            try folder.write(
                """
                let isOn = false;
                export default {
                    handlers: { toggle: () => notify("Torch.changed") },
                    plugins: { Torch: { toggle: async () => {
                        isOn = !isOn;
                        notify("Torch.changed", { isOn });
                        return { isOn };
                    } } },
                };
                """, to: "native.js")
            try write(
                """
                await new Promise((done) => {
                    const { Torch } = Capacitor.Plugins, heard = [];
                    const take = (value) => { if (heard.push(value) === 2) done(heard.every(({ isOn }) => isOn)); };
                    Torch.addListener('changed', take);
                    Torch.toggle().then(take);
                })
                """)
            let run = try await Command.run(
                "test", "page.html", "--app", "capacitor", "--native", "native.js", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            try write("await call('toggle') === undefined")
            let plain = try await Command.run(
                "test", "page.html", "--native", "native.js", "--reporter", "json", in: folder)
            #expect(plain.status == 1)
            #expect(plain.output.contains("there are no plugins without a framework"), "\(plain.output)")
        }

        @Test func `an error outside of calls fails the page, and the report names its line`() async throws {
            try folder.write(
                """
                export default { handlers: {
                    timer: () => { setTimeout(() => { throw new Error('late'); }, 0); },
                    orphan: () => { Promise.reject(new Error('unheard')); },
                    endless: () => { setTimeout(() => { for (;;); }, 0); },
                    later: () => new Promise((resolve) => setTimeout(resolve, 1)),
                } };
                """, to: "native.js")
            let cases = [
                ("timer", "native.js:2: late"), ("orphan", "native.js:3: unheard"),
                ("endless", "native.js:4: a timer ran for more than 5 s and was stopped"),
            ]
            for (name, _) in cases {
                try folder.write(
                    """
                    <script type="module">
                    for (const name of ['\(name)', 'later']) await webkit.messageHandlers[name].postMessage(null);
                    console.log('1..1');
                    console.log('ok 1 - calls');
                    </script>
                    """, to: "pages/\(name).html")
            }
            let run = try await Command.run("test", "pages", "--native", "native.js", in: folder)
            #expect(run.lastLine == "0 passed, 3 failed")
            for (_, text) in cases { #expect(run.output.contains("uncaught error: \(text)"), "\(run.output)") }
        }

        @Test func `an endless handler is stopped, the report names the handler, and other pages continue`()
            async throws
        {
            try folder.write(
                """
                export default { handlers: { spin: () => { for (;;); }, echo: (value) => value } };
                """, to: "native.js")
            for (name, expression) in [
                ("1-endless", "await post('spin').then(() => false, (error) => error.message.includes('was stopped'))"),
                ("2-other", "await post('echo', 7) === 7"),
            ] {
                try folder.write(
                    """
                    <script type="module">
                    const post = (name, body) => webkit.messageHandlers[name].postMessage(body);
                    console.log('1..1');
                    console.log((\(expression) ? 'ok' : 'not ok') + ' 1 - calls');
                    </script>
                    """, to: "pages/\(name).html")
            }
            let run = try await Command.run(
                "test", "pages", "--native", "native.js", "--reporter", "spec", "--reporter", "json=report.json",
                in: folder
            )
            #expect(run.status == 0)
            #expect(run.lastLine == "2 passed, 0 failed")
            let report = try folder.text("report.json")
            #expect(report.contains("the handler “spin” ran for more than 5 s and was stopped"), "\(report)")
        }
    }
}
