import Testing
import WebKit

/// Tests that select text: searches in pages, and a drag. Only one of them runs at a time, because a selection in a view collapses the
/// selections of the process's other views.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct SelectionTests {
    let pages = Pages()
    let navigations = Navigations()

    func open(_ html: String) async -> WKWebView {
        pages["/"] = html
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        return view
    }

    /// Returns the selected text and its offset in its text node.
    func selection(in view: WKWebView) async throws -> String {
        try await view.evaluateJavaScript(
            "`${getSelection()}@${getSelection().rangeCount ? getSelection().getRangeAt(0).startOffset : -1}`")
            as? String
            ?? ""
    }

    @Test func `a search selects the next match, ignores case, and wraps around`() async throws {
        let view = await open("<p>one Two one")
        var selections: [String] = []
        for text in ["ONE", "one", "one", "two"] {
            #expect(try await view.find(text).matchFound)
            selections.append(try await selection(in: view))
        }
        #expect(selections == ["one@0", "one@8", "one@0", "Two@4"])
    }

    @Test(arguments: [(false, ["a@0", "a@4", "@-1"]), (true, ["a@4", "a@0", "@-1"])])
    func `a search that does not wrap ends at the end of the page and clears the selection`(
        backwards: Bool, expected: [String]
    ) async throws {
        let view = await open("<p>a b a")
        let configuration = WKFindConfiguration()
        configuration.backwards = backwards
        configuration.wraps = false
        var (found, selections): ([Bool], [String]) = ([], [])
        for _ in 0..<3 {
            found.append(try await view.find("a", configuration: configuration).matchFound)
            selections.append(try await selection(in: view))
        }
        #expect(found == [true, true, false])
        #expect(selections == expected)
    }

    @Test func `a case-sensitive search skips other cases`() async throws {
        let view = await open("<p>Word word WORD")
        let configuration = WKFindConfiguration()
        configuration.caseSensitive = true
        #expect(try await view.find("word", configuration: configuration).matchFound)
        #expect(try await selection(in: view) == "word@5")
        #expect(try await !view.find("woRD", configuration: configuration).matchFound)
    }

    @Test func `a search without a match clears the selection, and an empty string keeps it`() async throws {
        let view = await open("<p>one two")
        #expect(try await view.find("two").matchFound)
        #expect(try await !view.find("").matchFound)
        #expect(try await !view.find("two\0").matchFound)
        #expect(try await selection(in: view) == "two@4")
        #expect(try await !view.find("three").matchFound)
        #expect(try await selection(in: view) == "@-1")
    }

    @Test func `matches are not marked in the picture of the page`() async throws {
        let view = await open("<body style='margin: 0'><p>one</p><p style='user-select: none'>two two")
        let before = try await view.takeFullPageSnapshot()
        #expect(try await view.find("two").matchFound)
        try await view.call("getSelection().removeAllRanges()")
        let after = try await view.takeFullPageSnapshot()
        #expect(before.pngData() == after.pngData())
    }

    @Test func `text of a frame, and text in any script, is found`() async throws {
        let view = await open("<p>Grüße, 世界 👋🏽</p><iframe srcdoc='<p>framed text'></iframe>")
        for text in ["grüße", "世界", "👋🏽", "framed"] { #expect(try await view.find(text).matchFound) }
    }

    @Test func `simultaneous searches run in order, each with its own configuration`() async throws {
        let view = await open("<p>a1 a2 a3")
        let configuration = WKFindConfiguration()
        let log = Log()
        for text in ["a", "x", "a", "a"] {
            configuration.backwards = text == "x"
            view.find(text, configuration: configuration) { log.add($0.matchFound) }
        }
        configuration.caseSensitive = true
        view.find("A", configuration: configuration) { log.add($0.matchFound) }
        await log.wait(for: 5)
        #expect(log.results == [true, false, true, true, false])
    }

    @Test func `searches end without a match when the web process ends, and later searches work`() async throws {
        let view = await open("<p>one")
        let log = Log()
        // The page is busy, so that no search ends.
        view.evaluateJavaScript("for (;;) {}") { _, _ in }
        for _ in 0..<3 { view.find("one") { log.add($0.matchFound) } }
        view.terminateWebProcess()
        await navigations.over()
        await log.wait(for: 3)
        #expect(log.results == [false, false, false])
        #expect(try await !view.find("one").matchFound)
        await view.open("app://host/", navigations)
        #expect(try await view.find("one").matchFound)
        #expect(try await !view.find("two").matchFound)
        #expect(log.results.count == 3)
    }

    @Test func `searches end without a match when the view ends`() async throws {
        let log = Log()
        var view: WKWebView? = await open("<p>one")
        for _ in 0..<2 { view?.find("one") { log.add($0.matchFound) } }
        view = nil
        await log.wait(for: 2)
        #expect(log.results == [false, false])
    }

    @Test func `a view without a page finds nothing`() async throws {
        let view = makeView(pages, navigations)
        #expect(try await !view.find("one").matchFound)
    }

    @Test func `a search that begins in the handler of another search runs`() async throws {
        let view = await open("<p>one two")
        let log = Log()
        view.find("one") { first in
            log.add(first.matchFound)
            view.find("two") { log.add($0.matchFound) }
        }
        await log.wait(for: 2)
        #expect(log.results == [true, true])
    }

    /// Returns the text that a drag over a line selects.
    private func draggedText(isTextInteractionEnabled: Bool) async throws -> String? {
        pages["/"] = "<body style='margin: 0; font: 20px monospace'>some text in a line"
        let view = makeView(pages, navigations) {
            $0.preferences.isTextInteractionEnabled = isTextInteractionEnabled
        }
        await view.open("app://host/", navigations)
        try await view.evaluateJavaScript("window.released = new Promise((resolve) => onmouseup = resolve); 0")
        view.sendPointer(.press, at: CGPoint(x: 2, y: 10))
        view.sendPointer(.move, at: CGPoint(x: 100, y: 10), held: 1)
        view.sendPointer(.move, at: CGPoint(x: 200, y: 10), held: 1)
        view.sendPointer(.release, at: CGPoint(x: 200, y: 10), held: 1)
        return try await view.call("await released; return getSelection().toString()") as? String
    }

    @Test func `a drag selects text, and none where text interaction is off`() async throws {
        #expect(try await draggedText(isTextInteractionEnabled: true)?.hasPrefix("some text") == true)
        #expect(try await draggedText(isTextInteractionEnabled: false) == "")
    }

    @Test func `a configuration's copy has the same values, and is independent`() throws {
        let configuration = WKFindConfiguration()
        configuration.backwards = true
        configuration.wraps = false
        let copy = try #require(configuration.copy() as? WKFindConfiguration)
        configuration.caseSensitive = true
        #expect(copy.backwards && !copy.wraps && !copy.caseSensitive)
    }
}

/// The results of searches. A test can wait for them.
@MainActor
private final class Log {
    private(set) var results: [Bool] = []
    private var waiter: CheckedContinuation<Void, Never>?

    func add(_ result: Bool) {
        results.append(result)
        waiter?.resume()
        waiter = nil
    }

    func wait(for count: Int) async {
        while results.count < count { await withCheckedContinuation { waiter = $0 } }
    }
}
