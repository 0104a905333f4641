import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests of the files that a file page may read.
@MainActor @Suite(.hangLimit(minutes: 2))
struct FileAccessTests {
    let navigations = Navigations()
    let files: FileTree

    init() throws { files = try FileTree() }

    /// Returns a view that allows file pages to read other files, within their folder.
    func makeView() -> WKWebView {
        ViewTestSupport.makeView(Pages(), navigations) {
            $0.preferences.setValue(true, forKey: "allowFileAccessFromFileURLs")
        }
    }

    /// Returns a view that shows the folder's page, which may read the folder.
    func open() async -> WKWebView {
        let view = makeView()
        view.loadFileURL(files["allowed/page.html"], allowingReadAccessTo: files["allowed"])
        await navigations.over()
        return view
    }

    /// Returns the text that a page reads from a file in a way; nil where the page cannot read the file.
    func read(_ address: String, by way: String, in view: WKWebView) async throws -> String? {
        let body = """
            const element = (name, key, parent = document.body) => new Promise((resolve) => {
                const made = document.createElement(name);
                if (name == "link") made.rel = "stylesheet";
                made.onload = () => resolve(made);
                made.onerror = () => resolve(null);
                made[key] = address;
                parent.append(made);
            });
            // A refused frame has no event. Two later frames, loaded one after the other, show that its load is over.
            const framed = async (name, key) => {
                const made = element(name, key);
                const after = () => new Promise((resolve) => {
                    const later = document.createElement("iframe");
                    later.onload = resolve;
                    later.src = "later.html";
                    document.body.append(later);
                });
                await Promise.race([made, after().then(after)]);
                return document.querySelector(name).contentDocument?.body?.textContent || null;
            };
            const worker = (body) => new Promise((resolve) => {
                const made = new Worker(URL.createObjectURL(new Blob([body])));
                made.onmessage = (event) => resolve(event.data);
                made.onerror = () => resolve(null);
            });
            const ways = {
                fetch: async () => await (await fetch(address)).text(),
                xhr: () => new Promise((resolve, reject) => {
                    const request = new XMLHttpRequest();
                    request.onload = () => resolve(request.responseText);
                    request.onerror = reject;
                    request.open("GET", address);
                    request.send();
                }),
                syncXHR: () => {
                    const request = new XMLHttpRequest();
                    request.open("GET", address, false);
                    request.send();
                    return request.responseText;
                },
                script: async () => (await element("script", "src")) && "window.secret = 1",
                style: async () => (await element("link", "href")) && "window.secret = 1",
                object: () => framed("object", "data"),
                frame: () => framed("iframe", "src"),
                worker: () => worker(`fetch(${JSON.stringify(new URL(address, location.href).href)})
                    .then((answer) => answer.text()).then(postMessage, () => postMessage(null))`),
            };
            document.body.replaceChildren();
            try { return await ways[way](); } catch { return null; }
            """
        return try await view.call(body, ["address": address, "way": way]) as? String
    }

    nonisolated static let ways = [
        "fetch", "xhr", "syncXHR", "script", "style", "object", "frame", "worker",
    ]

    @Test(arguments: ways)
    func `a page reads only the files of its folder, in any way`(way: String) async throws {
        let view = await open()
        #expect(navigations.log.last == "finish")
        let own = try await read("sub/own.js", by: way, in: view)
        #expect(own?.contains("secret") == true)
        for address in files.outside {
            let text = try await read(address, by: way, in: view)
            #expect(text?.contains("secret") != true, "\(address)")
        }
    }

    @Test func `addresses of files inside the folder load in any spelling`() async throws {
        let view = await open()
        for address in files.inside {
            #expect(try await read(address, by: "fetch", in: view) == "window.secret = 1", "\(address)")
        }
        #expect(try await read("missing.js", by: "fetch", in: view) == nil)
    }

    @Test func `a page plays only the sounds of its folder`() async throws {
        for name in ["allowed/sound.wav", "outside/sound.wav"] {
            try Data(MediaTests.sound.utf8).write(to: files[name])
        }
        let view = await open()
        let script = """
            const audio = new Audio(address);
            return await new Promise((resolve) => {
                audio.onloadedmetadata = () => resolve(true);
                audio.onerror = () => resolve(false);
            });
            """
        let expected = [("sound.wav", true), ("../outside/sound.wav", false), ("way-out/sound.wav", false)]
        for (address, isReadable) in expected {
            #expect(try await view.call(script, ["address": address]) as? Bool == isReadable, "\(address)")
        }
    }

    @Test func `a page that may read one file reads only itself`() async throws {
        let view = makeView()
        view.loadFileURL(files["allowed/page.html"], allowingReadAccessTo: files["allowed/page.html"])
        await navigations.over()
        #expect(view.title == "Page")
        #expect(try await read("page.html", by: "fetch", in: view)?.contains("Page") == true)
        #expect(try await read("sub/own.js", by: "fetch", in: view) == nil)
    }

    @Test func `a page outside its allowed folder does not load`() async throws {
        let view = makeView()
        view.loadFileURL(files["outside/page.html"], allowingReadAccessTo: files["allowed"])
        await navigations.over()
        #expect(navigations.log.last == "failProvisional")
        #expect(navigations.error?.domain == NSURLErrorDomain)
        #expect(navigations.error?.code == NSURLErrorNoPermissionsToReadFile)
    }

    @Test(arguments: ["location.href = '../outside/page.html'", "location.replace('way-out/page.html')"])
    func `a navigation outside the folder fails, and the page keeps its folder`(script: String) async throws {
        let view = await open()
        try await view.evaluateJavaScript(script + "; 0")
        await navigations.over()
        #expect(navigations.log.last == "failProvisional")
        #expect(navigations.error?.code == NSURLErrorNoPermissionsToReadFile)
        #expect(view.title == "Page")
        #expect(try await read("sub/own.js", by: "fetch", in: view) == "window.secret = 1")
        #expect(try await read(files["outside/own.js"].absoluteString, by: "fetch", in: view) == nil)
    }

    @Test func `a navigation inside the folder keeps the folder, back and forward`() async throws {
        let view = await open()
        try await view.evaluateJavaScript("location.href = 'sub/page.html'; 0")
        await navigations.over()
        #expect(view.title == "Sub")
        #expect(try await read("../own.js", by: "fetch", in: view) == "window.secret = 1")
        view.reload()
        await navigations.over()
        #expect(try await read("../own.js", by: "fetch", in: view) == "window.secret = 1")
        view.goBack()
        await navigations.over()
        #expect(view.title == "Page")
        #expect(try await read("sub/own.js", by: "fetch", in: view) == "window.secret = 1")
        #expect(try await read(files["outside/own.js"].absoluteString, by: "fetch", in: view) == nil)
    }

    @Test func `the next page cannot read the folder of an earlier page`() async throws {
        let view = makeView()
        view.loadFileURL(files["outside/page.html"], allowingReadAccessTo: files.url)
        await navigations.over()
        #expect(try await read("../allowed/own.js", by: "fetch", in: view) == "window.secret = 1")
        view.loadFileURL(files["allowed/page.html"], allowingReadAccessTo: files["allowed"])
        await navigations.over()
        #expect(try await read(files["outside/own.js"].absoluteString, by: "fetch", in: view) == nil)
        view.goBack()
        await navigations.over()
        #expect(view.title == "Outside")
        #expect(try await read("../allowed/own.js", by: "fetch", in: view) == "window.secret = 1")
        view.goForward()
        await navigations.over()
        #expect(view.title == "Page")
        #expect(try await read(files["outside/own.js"].absoluteString, by: "fetch", in: view) == nil)
    }

    @Test func `a file of load reads the files below its own folder, and so does HTML with a file's address`()
        async throws
    {
        let view = makeView()
        await view.open(files["allowed/page.html"].absoluteString, navigations)
        #expect(try await read("sub/own.js", by: "fetch", in: view) == "window.secret = 1")
        #expect(try await read("../outside/own.js", by: "fetch", in: view) == nil)
        view.loadHTMLString("<title>HTML</title><body>", baseURL: files["outside/page.html"])
        await navigations.over()
        #expect(try await read("own.js", by: "script", in: view) != nil)
        #expect(try await read("../allowed/own.js", by: "script", in: view) == nil)
        view.load(
            Data("<title>Data</title><body>".utf8), mimeType: "text/html", characterEncodingName: "utf-8",
            baseURL: files["allowed/"])
        await navigations.over()
        #expect(try await read("own.js", by: "script", in: view) != nil)
        #expect(try await read("../outside/own.js", by: "script", in: view) == nil)
    }

    @Test func `a window of a page reads the page's folder`() async throws {
        final class Opener: NSObject, WKUIDelegate {
            let navigations = Navigations()
            var opened: WKWebView?
            func webView(
                _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
                for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
            ) -> WKWebView? {
                opened = WKWebView(frame: .zero, configuration: configuration)
                opened?.navigationDelegate = navigations
                return opened
            }
        }
        for (address, title) in [("sub/page.html", "Sub"), ("../outside/page.html", nil)] {
            let view = await open()
            let opener = Opener()
            view.uiDelegate = opener
            view.configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
            try await view.evaluateJavaScript("window.open('\(address)'); 0")
            await opener.navigations.over()
            let opened = try #require(opener.opened)
            #expect((opened.title ?? "").isEmpty == (title == nil))
            #expect(opener.navigations.error?.code == (title == nil ? NSURLErrorNoPermissionsToReadFile : nil))
            if title != nil { #expect(try await read("../own.js", by: "fetch", in: opened) == "window.secret = 1") }
        }
    }

    @Test func `a page reads its folder again after its web process has ended`() async throws {
        let view = await open()
        view.terminateWebProcess()
        await navigations.over()
        view.reload()
        await navigations.over()
        #expect(try await read("sub/own.js", by: "fetch", in: view) == "window.secret = 1")
        #expect(try await read(files["outside/own.js"].absoluteString, by: "fetch", in: view) == nil)
    }

    @Test func `a request for a file has the events of any load`() async throws {
        let view = makeView()
        let request = URLRequest(url: files["allowed/page.html"])
        let navigation = view.loadFileRequest(request, allowingReadAccessTo: files["allowed"])
        await navigations.over()
        let loaded = navigations.log
        #expect(
            loaded == ["action main \(files["allowed/page.html"].absoluteString)"] + [
                "start", "response 0", "commit", "finish",
            ])
        #expect(navigations.navigations.allSatisfy { $0 === navigation })
        view.load(request)
        await navigations.over()
        #expect(Array(navigations.log.dropFirst(loaded.count)) == loaded)
        #expect(view.backForwardList.currentItem?.url == request.url)
    }

    @Test func `a directory loads`() async throws {
        let view = makeView()
        view.loadFileRequest(URLRequest(url: files["allowed/"]), allowingReadAccessTo: files["allowed/"])
        await navigations.over()
        #expect(navigations.log.last == "finish")
    }

    @Test func `URLs other than file URLs are misuse`() {
        let view = makeView()
        let web = URL("https://app.example/")
        let misuse = WKException.recording {
            view.loadFileURL(web, allowingReadAccessTo: files["allowed"])
            view.loadFileRequest(URLRequest(url: files["allowed/page.html"]), allowingReadAccessTo: web)
        }
        #expect(misuse.map(\.name) == [.invalidArgumentException, .invalidArgumentException])
        #expect(!view.isLoading)
    }
}

/// A folder that a page may read, a folder that it may not read, and links between them. The folders are removed at the end.
final class FileTree: Sendable {
    let url: URL

    /// Addresses of files outside the page's folder.
    var outside: [String] {
        [
            "../outside/own.js", self["outside/own.js"].absoluteString, "..%2foutside/own.js", "%2e%2e/outside/own.js",
            "sub%2f..%2f..%2foutside%2fown.js", "way-out.js", "way-out/own.js", "sub/../../outside/own.js",
            "file://host\(url.path)/outside/own.js", "FILE:\(url.path)/outside/own.js",
            self["allowed-not/own.js"].absoluteString, "..\\outside\\own.js", "way-out%2f..%2foutside%2fown.js",
            "/proc/self/root\(url.path)/outside/own.js",
        ]
    }

    /// Addresses of files inside the page's folder.
    var inside: [String] {
        [
            "own.js", "sub/own.js?x=1#y", "sub/../own.js", "%6fwn.js", "sub%2fown.js", "a%20b%3f.js",
            "gr%C3%BC%C3%9Fe.js",
            "way-in.js", self["allowed/own.js"].absoluteString,
        ]
    }

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "files-\(UUID().uuidString)", directoryHint: .isDirectory)
        for folder in ["allowed/sub", "outside", "allowed-not"] {
            try FileManager.default.createDirectory(at: self[folder], withIntermediateDirectories: true)
        }
        let script = [
            "allowed/own.js", "allowed/sub/own.js", "allowed/a b?.js", "allowed/grüße.js", "outside/own.js",
            "allowed-not/own.js",
        ]
        for name in script { try Data("window.secret = 1".utf8).write(to: self[name]) }
        for (name, title) in [
            ("allowed/page", "Page"), ("allowed/sub/page", "Sub"), ("outside/page", "Outside"), ("allowed/later", ""),
        ] {
            try Data("<title>\(title)</title><body>".utf8).write(to: self[name + ".html"])
        }
        for (link, target) in [
            ("way-out.js", "outside/own.js"), ("way-out", "outside"), ("way-in.js", "allowed/sub/own.js"),
        ] {
            try FileManager.default.createSymbolicLink(at: self["allowed/" + link], withDestinationURL: self[target])
        }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    subscript(path: String) -> URL {
        url.appending(path: path, directoryHint: path.hasSuffix("/") ? .isDirectory : .notDirectory)
    }
}
