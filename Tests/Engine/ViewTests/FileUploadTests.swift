import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Files that a page asks for, and the delegate's choice.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct FileUploadTests {
    let pages = Pages()
    let navigations = Navigations()

    init() {
        pages["/"] = """
            <title>Upload</title><input id=one type=file><input id=several type=file multiple>
            <script>
            async function choose(input) {
                const settled = new Promise((resolve) => {
                    input.onchange = () => resolve("change");
                    input.oncancel = () => resolve("cancel");
                });
                input.click();
                const event = await settled;
                const texts = await Promise.all([...input.files].map((file) => file.text()));
                return [event, ...[...input.files].map((file, i) => file.name + "=" + texts[i])].join();
            }
            </script>
            """
    }

    /// Answers with the files that it holds.
    final class Desk: NSObject, WKUIDelegate {
        var files: [URL]?
        var answersTwice = false
        var asked: @MainActor () -> Void = {}
        var misuse: [WKException] = []
        private(set) var allowsSeveral: [Bool] = []
        private(set) var allowsDirectories: [Bool] = []
        private(set) var frames: [WKFrameInfo] = []

        func webView(
            _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor ([URL]?) -> Void
        ) {
            allowsSeveral.append(parameters.allowsMultipleSelection)
            allowsDirectories.append(parameters.allowsDirectories)
            frames.append(frame)
            asked()
            completionHandler(files)
            if answersTwice { misuse += WKException.recording { completionHandler(nil) } }
        }
    }

    final class AsyncDesk: NSObject, WKUIDelegate {
        let files: [URL]
        init(_ files: [URL]) { self.files = files }

        func webView(
            _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
            initiatedByFrame frame: WKFrameInfo
        ) async -> [URL]? { files }
    }

    final class Nothing: NSObject, WKUIDelegate {}

    func outcome(of input: String, _ delegate: (any WKUIDelegate)?) async throws -> String? {
        let view = makeView(pages, navigations)
        view.uiDelegate = delegate
        await view.open("app://host/", navigations)
        return try await view.call("return await choose(document.getElementById('\(input)'))") as? String
    }

    @Test func `a file input receives the name and the contents of the file that the delegate chooses`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("first", to: "a file.txt")
        let desk = Desk()
        desk.files = [folder.url.appending(path: "a file.txt")]
        #expect(try await outcome(of: "one", desk) == "change,a file.txt=first")
        #expect(desk.allowsSeveral == [false])
        #expect(desk.frames.map(\.isMainFrame) == [true])
        #expect(desk.frames.first?.request.url?.absoluteString == "app://host/")
    }

    @Test func `an input for several files receives all that the delegate's async method returns`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("first", to: "a.txt")
        try folder.write("second", to: "b.txt")
        let desk = AsyncDesk([folder.url.appending(path: "a.txt"), folder.url.appending(path: "b.txt")])
        #expect(try await outcome(of: "several", desk) == "change,a.txt=first,b.txt=second")
    }

    @Test func `the delegate learns that an input takes several files, and nil cancels it`() async throws {
        let desk = Desk()
        #expect(try await outcome(of: "several", desk) == "cancel")
        #expect(desk.allowsSeveral == [true])
    }

    @Test func `an input is cancelled when no delegate chooses files`() async throws {
        #expect(try await outcome(of: "one", nil) == "cancel")
        #expect(try await outcome(of: "one", Nothing()) == "cancel")
    }

    @Test func `a second choice of files raises an exception`() async throws {
        let desk = Desk()
        desk.answersTwice = true
        #expect(try await outcome(of: "one", desk) == "cancel")
        #expect(desk.misuse.map(\.name) == [.internalInconsistencyException])
    }

    /// Returns the origin and the path of the frame that the delegate is told of after a script in the frame.
    private func frame(after script: String, in source: String, _ desk: Desk) async throws -> [String] {
        pages["/frame"] = """
            <input id=one type=file><input id=folder type=file webkitdirectory><label for=one id=label>choose</label>
            <button id=button onclick="const i = document.createElement('input'); i.type = 'file'; i.click()">choose</button>
            <button id=hidden>choose</button><button id=shadow>choose</button><button id=picker>choose</button><p id=host>
            <script>
            const makeInput = () => {
                const input = document.createElement("input");
                input.type = "file";
                input.webkitdirectory = input.multiple = true;
                return input;
            };
            const shadowed = makeInput();
            host.attachShadow({ mode: "closed" }).append(shadowed);
            hidden.onclick = () => makeInput().click();
            shadow.onclick = () => shadowed.click();
            picker.onclick = () => makeInput().showPicker();
            addEventListener("click", (event) => { if (event.target.id === "one") event.stopImmediatePropagation(); }, true);
            </script>
            """
        pages["/framed"] = "<iframe id=frame src='\(source)'></iframe>"
        let view = makeView(pages, navigations)
        let opened = Gate()
        desk.asked = { opened.open() }
        view.uiDelegate = desk
        await view.open("app://host/framed", navigations)
        try await view.evaluateJavaScript("frame.contentDocument.\(script); 0")
        await opened.pass()
        return desk.frames.map { "\($0.isMainFrame) \($0.request.url?.path ?? "") \($0.securityOrigin.host)" }
    }

    @Test(arguments: [
        "getElementById('one').click()", "getElementById('label').click()", "getElementById('button').click()",
    ])
    func `the delegate is told of the frame whose input asks for files`(script: String) async throws {
        #expect(try await frame(after: script, in: "/frame", Desk()) == ["false /frame host"])
    }

    @Test func `the delegate learns that an input takes folders`() async throws {
        let desk = Desk()
        #expect(try await frame(after: "getElementById('folder').click()", in: "/frame", desk) == ["false /frame host"])
        #expect(desk.allowsDirectories == [true])
        let plain = Desk()
        _ = try await frame(after: "getElementById('one').click()", in: "/frame", plain)
        #expect(plain.allowsDirectories == [false])
    }

    @Test(arguments: ["hidden", "shadow", "picker"])
    func `the delegate learns that an input outside of the document or in a shadow tree takes folders`(
        id: String
    ) async throws {
        let desk = Desk()
        let asked = try await frame(after: "getElementById('\(id)').click()", in: "/frame", desk)
        #expect(asked == ["false /frame host"])
        #expect(desk.allowsDirectories == [true] && desk.allowsSeveral == [true])
    }

    @Test func `an input in a closed shadow tree that HTML declares seems to take no folders`() async throws {
        pages["/"] = """
            <body style="margin: 0"><p style="margin: 0"><template shadowrootmode=closed>
            <input type=file webkitdirectory style="display: block; height: 50px"></template>
            """
        let (desk, opened) = (Desk(), Gate())
        let view = makeView(pages, navigations)
        desk.asked = { opened.open() }
        view.uiDelegate = desk
        await view.open("app://host/", navigations)
        view.click(at: CGPoint(x: 20, y: 20))
        await opened.pass()
        #expect(desk.allowsDirectories == [false])
    }
}
