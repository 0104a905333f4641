import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    @Suite("--native, --record and --replay") struct NativeTests {
        private let folder: TemporaryFolder

        private static let pages = URL(filePath: #filePath).appending(path: "../../../Pages/").standardizedFileURL
            .path()

        init() throws { folder = try TemporaryFolder() }

        private static let native = """
            export default { handlers: {
                camera: ({ quality, password }) => { console.log("click"); return { file: "photo.jpg", quality }; },
                bug: () => null.x,
            } }
            """

        /// Writes a page whose test passes when an expression is true.
        private func write(_ expression: String) throws {
            let call = "const call = (name, body) => webkit.messageHandlers[name].postMessage(body);"
            try folder.write(
                """
                <script type="module">
                \(call)
                let passed = false;
                try { passed = \(expression); } catch (error) { console.log('# ' + error.message); }
                console.log('1..1'); console.log((passed ? 'ok' : 'not ok') + ' 1 - calls');
                </script>
                """, to: "page.html")
        }

        private static let camera = "(await call('camera', { quality: 9, password: 'secret' })).quality === 9"

        @Test func `a page receives the module's answers, and the report its console output`() async throws {
            try folder.write(Self.native, to: "native.js")
            try write(Self.camera)
            let run = try await Command.run(
                "test", "page.html", "--native", "native.js", "--reporter", "json", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(run.output.contains("native.js: click"))
        }

        @Test func `an error of the module is in the report with its file and line`() async throws {
            try folder.write(Self.native, to: "native.js")
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

        @Test func `a recording replays without the module, and a changed call is named`() async throws {
            try folder.write(Self.native, to: "native.js")
            try write(Self.camera)
            let made = try await Command.run(
                "test", "page.html", "--native", "native.js", "--record", "bridge.jsonl", "--redact", "password",
                in: folder)
            #expect(made.status == 0, "\(made.output)\(made.errors)")
            #expect(try !folder.text("bridge.jsonl").contains("secret"))
            for options in [[], ["--replay-strict"]] {
                let again = try await Command.start(
                    ["test", "page.html", "--replay", "bridge.jsonl"] + options, in: folder
                ).result()
                #expect(again.status == 0, "\(again.output)\(again.errors)")
            }
            try write("(await call('camera', { quality: 8, password: 'secret' }).catch(() => ({}))) !== null")
            let changed = try await Command.run("test", "page.html", "--replay", "bridge.jsonl", in: folder)
            #expect(changed.status == 1)
            #expect(
                changed.output.contains("body.quality is 8, and 9 in bridge.jsonl:2"), "\(changed.output)")
        }

        @Test(arguments: ["capacitor", "cordova", "react-native", "flutter", "hotwire"])
        func `a recording of a framework's app replays without the native half`(framework: String) async throws {
            let app = Self.pages + "hosts/\(framework)"
            let isCapacitor = framework == "capacitor"
            let options =
                ["--app", framework, "--root", Self.pages]
                + (isCapacitor
                    ? ["--app-config", app + "/capacitor.config.json", "--map", "https://server.example=\(app)/server"]
                    : [])
            let native = isCapacitor || framework == "cordova" ? [] : ["--native", app + ".native.js"]
            let suite = Self.pages + "hosts/suite.html"
            let made = try await Command.start(
                ["test", suite, "--record", "bridge.jsonl"] + native + options, in: folder
            ).result()
            #expect(made.status == 0, "\(made.output)\(made.errors)")
            let again = try await Command.start(["test", suite, "--replay", "bridge.jsonl"] + options, in: folder)
                .result()
            #expect(again.status == 0, "\(again.output)\(again.errors)")
            // A page that waits for a call without an answer waits until its time is over.
            let lines = try folder.text("bridge.jsonl").replacingOccurrences(of: "Milk", with: "Tea")
            try folder.write(lines, to: "bridge.jsonl")
            let changed = try await Command.start(
                ["test", suite, "--replay", "bridge.jsonl", "--timeout", "5"] + options, in: folder
            ).result()
            #expect(changed.status == 1)
            #expect(changed.output.contains("No answer is recorded for "), "\(changed.output)")
        }

        @Test func `an incomplete recording ends the command with the line`() async throws {
            try folder.write(
                "{\"format\":\"swwebview bridge recording\",\"version\":1}\n{\"call\":1,\"han", to: "bridge.jsonl")
            try write("true")
            let run = try await Command.run("test", "page.html", "--replay", "bridge.jsonl", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("--replay: bridge.jsonl:2: the line is incomplete"), "\(run.errors)")
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
            #expect(plain.status == 0)
            #expect(plain.output.contains("there are no plugins without a framework"), "\(plain.output)")
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
            let run = try await Command.run("test", "pages", "--native", "native.js", "--reporter", "json", in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains("the handler “spin” ran for more than 5 s and was stopped"), "\(run.output)")
            let plain = try await Command.run("test", "pages", "--native", "native.js", in: folder)
            #expect(plain.lastLine == "2 passed, 0 failed")
        }

        @Test(
            arguments: [
                (["--native", ""], "--native"), (["--replay-strict"], "--replay"), (["--redact", "a"], "--record"),
                (["--replay", "none.jsonl"], "cannot be read"), (["--native", "none.js"], "there is no file"),
                (["--record", "none/bridge.jsonl"], "cannot be written"),
                (["--record", "page.html", "--workers", "2"], "--workers"),
                (["--record", "a.jsonl", "--replay", "a.jsonl"], "Name another"),
                (["--app-config", "page.html"], "--app capacitor"),
                (["--app", "capacitor", "--app-config", "none.json"], "--app-config: none.json"),
                (["--app", "capacitor", "--app-config", "page.html"], "This is not JSON"),
            ])
        func `invalid options end the command with exit code 2`(options: [String], words: String) async throws {
            try write("true")
            let run = try await Command.start(["test", "page.html"] + options, in: folder).result()
            #expect(run.status == 2)
            #expect(run.errors.contains(words), "\(run.errors)")
        }

        @Test(arguments: ["capacitor", "cordova"])
        func `a recording that recorder.js makes of a framework's app can be replayed`(framework: String) async throws {
            let printed = try await Command.run("recorder", in: folder)
            try folder.write(printed.output, to: "recorder.js")
            let calls =
                framework == "capacitor"
                ? """
                const { Keyboard, Geolocation, Preferences, App } = Capacitor.Plugins;
                await Preferences.set({ key: 'k', value: 'v' });
                const hidden = new Promise((done) => Keyboard.addListener('keyboardDidHide', done));
                await Keyboard.hide();
                await hidden;
                const place = await new Promise((done) => Geolocation.watchPosition({}, done));
                const error = await App.exitApp().catch(({ code }) => code);
                const answers = [(await Preferences.get({ key: 'k' })).value, typeof place.coords.latitude, error];
                """
                : """
                await new Promise((done) => document.addEventListener('deviceready', done, { once: true }));
                const exec = (...args) => new Promise((done, fail) => cordova.exec(done, fail, ...args));
                cordova.exec(null, null, 'Vibration', 'vibrate', [1]);
                await exec('NativeStorage', 'setItem', ['k', 'v']);
                const hidden = new Promise((done) => addEventListener('keyboardDidHide', done));
                await exec('Keyboard', 'hide', []);
                await hidden;
                const error = await exec('File', 'readEntries', ['cdvfile://localhost/persistent/none']).catch((code) => code);
                const answers = [await exec('NativeStorage', 'getItem', ['k']), 'number', error === 1 ? 'UNIMPLEMENTED' : error];
                """
            try folder.write(
                """
                \(framework == "cordova" ? "<script src='/cordova.js'></script>" : "")
                <script type="module">
                \(calls)
                console.log('RECORDING ' + encodeURIComponent(window.swwebviewRecorder?.text() ?? ''));
                console.log('1..1');
                console.log((answers.join() === 'v,number,UNIMPLEMENTED' ? 'ok' : 'not ok') + ' 1 - ' + answers);
                </script>
                """, to: "page.html")
            let made = try await Command.run(
                "test", "page.html", "--app", framework, "--inject", "recorder.js", "--reporter", "json", in: folder)
            #expect(made.status == 0, "\(made.output)\(made.errors)")
            let line = try #require(
                made.output.firstMatch(of: /RECORDING ([^"\\]+)/)?.1, "\(made.output)\(made.errors)")
            let recording = try #require(String(line).removingPercentEncoding)
            #expect(recording.contains("keyboardDidHide"))
            try folder.write(recording, to: "bridge.jsonl")
            let run = try await Command.run(
                "test", "page.html", "--app", framework, "--replay", "bridge.jsonl", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }

        @Test func `a recording of recorder.js can be replayed`() async throws {
            let printed = try await Command.run("recorder", in: folder)
            #expect(printed.status == 0)
            try folder.write(printed.output, to: "recorder.js")
            try folder.write(Self.native, to: "native.js")
            try write(
                """
                await call('camera', { quality: 9, at: new Date(5), none: undefined }) && await call('bug').catch(() => true)
                && (console.log('RECORDING ' + encodeURIComponent(swwebviewRecorder.text())), true)
                """)
            let made = try await Command.run(
                "test", "page.html", "--native", "native.js", "--inject", "recorder.js", "--reporter", "json",
                in: folder)
            let line = try #require(
                made.output.firstMatch(of: /RECORDING ([^"\\]+)/)?.1, "\(made.output)\(made.errors)")
            try folder.write(try #require(String(line).removingPercentEncoding), to: "bridge.jsonl")
            try write(
                """
                (await call('camera', { quality: 9, at: new Date(5), none: undefined })).file === 'photo.jpg'
                && (await call('bug').catch((error) => error.message)).startsWith('TypeError')
                """)
            let run = try await Command.run(
                "test", "page.html", "--replay", "bridge.jsonl", "--replay-strict", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }

        @Test(arguments: ["react-native", "flutter"])
        func `a recording that recorder.js makes of messages replays with the framework's bridge`(framework: String)
            async throws
        {
            let printed = try await Command.run("recorder", in: folder)
            try folder.write(printed.output, to: "recorder.js")
            try folder.write(
                """
                export default { plugins: {
                    ReactNativeWebView: { message: ({ data }) => {
                        notify("ReactNativeWebView.message", "first " + data);
                        return "then " + data;
                    } },
                    Camera: {
                        callHandler: ([quality]) => { if (quality > 9) throw new Error("no lens"); return { quality }; },
                        postMessage: () => {},
                    },
                } };
                """, to: "native.js")
            let calls =
                framework == "react-native"
                ? """
                const heard = await new Promise((done) => {
                    const texts = [];
                    addEventListener('message', ({ data }) => { if (texts.push(data) === 2) done(texts); });
                    ReactNativeWebView.postMessage('a');
                });
                const answers = heard.sort();
                """
                : """
                Camera.postMessage('b');
                const { callHandler } = flutter_inappwebview;
                const answers = [(await callHandler('Camera', 9)).quality, await callHandler('None'),
                    await callHandler('Camera', 10).catch(({ message }) => message)];
                """
            let expected = framework == "react-native" ? "first a,then a" : "9,,error, Exception: no lens"
            // On a device the page loads the recorder. The bridge's script is first.
            try folder.write(
                """
                <script src="recorder.js"></script>
                <script type="module">
                \(calls)
                console.log('RECORDING ' + encodeURIComponent(swwebviewRecorder.text()));
                console.log('1..1');
                console.log((answers.join() === '\(expected)' ? 'ok' : 'not ok') + ' 1 - ' + answers);
                </script>
                """, to: "page.html")
            let made = try await Command.run(
                "test", "page.html", "--app", framework, "--native", "native.js", "--reporter", "json", in: folder)
            #expect(made.status == 0, "\(made.output)\(made.errors)")
            let line = try #require(
                made.output.firstMatch(of: /RECORDING ([^"\\]+)/)?.1, "\(made.output)\(made.errors)")
            try folder.write(try #require(String(line).removingPercentEncoding), to: "bridge.jsonl")
            let run = try await Command.run(
                "test", "page.html", "--app", framework, "--replay", "bridge.jsonl", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }
    }
}
