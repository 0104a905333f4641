import TestSupport
import Testing

extension NativeSuite {
    @Suite("swwebview recorder") struct RecorderScriptTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func write(_ expression: String) throws { try CallingPage.write(expression, in: folder) }

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
            try folder.write(CallingPage.native, to: "native.js")
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
