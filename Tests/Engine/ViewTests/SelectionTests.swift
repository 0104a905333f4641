import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// Tests that select text: searches in pages, and a drag. Only one of them runs at a time, because a selection in a view collapses the
/// selections of the process's other views. A view of another suite can collapse them too: see ``results(of:in:)``.
@MainActor @Suite(.serialized, .hangLimit(minutes: 2))
struct SelectionTests {
    let pages = Pages()
    let navigations = Navigations()

    func open(_ html: String) async -> WKWebView {
        // Only a selection in another view makes a caret of a selection: a search makes a range or removes the selection.
        pages["/"] =
            html + """
                <script>
                let carets = 0
                const isCaret = () => getSelection().type === "Caret"
                document.onselectionchange = () => { if (isCaret()) carets++ }
                </script>
                """
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        return view
    }

    /// Returns what the searches found, and the selection after each. Begins again where a view of another suite collapsed one of
    /// these selections.
    private func results(
        of searches: [(String, WKFindConfiguration)], in html: String,
        after prepare: (WKWebView) throws -> Void = { _ in }
    ) async throws -> [String] {
        while true {
            let view = await open(html)
            var results: [String] = []
            try prepare(view)
            for (text, configuration) in searches {
                let isFound = try await view.find(text, configuration: configuration).matchFound
                let selection = try await view.evaluateJavaScript(
                    "`${getSelection()}@${getSelection().rangeCount ? getSelection().getRangeAt(0).startOffset : -1}`")
                results.append("\(isFound) \(selection as? String ?? "no string")")
            }
            if try await view.evaluateJavaScript("carets === 0 && !isCaret()") as? Bool == true { return results }
        }
    }

    @Test func `a search selects the next match, ignores case, and wraps around`() async throws {
        let searches = ["ONE", "one", "one", "two"].map { ($0, WKFindConfiguration()) }
        #expect(
            try await results(of: searches, in: "<p>one Two one")
                == ["true one@0", "true one@8", "true one@0", "true Two@4"])
    }

    @Test(arguments: [(false, ["true a@0", "true a@4", "false @-1"]), (true, ["true a@4", "true a@0", "false @-1"])])
    func `a search that does not wrap ends at the end of the page and clears the selection`(
        backwards: Bool, expected: [String]
    ) async throws {
        let configuration = WKFindConfiguration()
        configuration.backwards = backwards
        configuration.wraps = false
        #expect(try await results(of: Array(repeating: ("a", configuration), count: 3), in: "<p>a b a") == expected)
    }

    @Test func `a find interaction selects the results of its text in turn, while it is enabled`() async throws {
        let result = try await results(of: [("a", WKFindConfiguration())], in: "<p>a b a b a") { view in
            #expect(view.findInteraction == nil)
            view.isFindInteractionEnabled = true
            let interaction = try #require(view.findInteraction)
            #expect(interaction === view.findInteraction && interaction.view === view)
            interaction.presentFindNavigator(showingReplace: false)
            #expect(interaction.isFindNavigatorVisible)
            interaction.findNext()
            interaction.searchText = "b"
            interaction.findNext()
            interaction.findNext()
            interaction.findPrevious()
            view.isFindInteractionEnabled = false
            #expect(view.findInteraction == nil && interaction.view == nil && !interaction.isFindNavigatorVisible)
        }
        // The search starts at the first b: the interaction's searches came before it.
        #expect(result == ["true a@4"])
    }

    @Test func `a case-sensitive search skips other cases`() async throws {
        let configuration = WKFindConfiguration()
        configuration.caseSensitive = true
        #expect(
            try await results(of: [("word", configuration), ("woRD", configuration)], in: "<p>Word word WORD")
                == ["true word@5", "false @-1"])
    }

    @Test func `a search without a match clears the selection, and an empty string keeps it`() async throws {
        let searches = ["two", "", "two\0", "three"].map { ($0, WKFindConfiguration()) }
        #expect(
            try await results(of: searches, in: "<p>one two")
                == ["true two@4", "false two@4", "false two@4", "false @-1"])
    }

    @Test func `a selection in one view collapses the selection of another`() async throws {
        let view = await open("<p>one two")
        #expect(try await view.find("two").matchFound)
        let other = await open("<p>three")
        #expect(try await other.find("three").matchFound)
        try await view.call(
            "while (!isCaret()) await new Promise((go) => document.addEventListener('selectionchange', go, { once: true }))"
        )
        #expect(try await view.evaluateJavaScript("carets > 0") as? Bool == true)
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

    /// Returns the text that a drag over a line selects. Begins again where a view of another suite collapsed the selection.
    private func draggedText(isTextInteractionEnabled: Bool) async throws -> String {
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
        let text = try await view.call(
            "await released; return getSelection().type === 'Caret' ? null : getSelection().toString()")
        guard let text = text as? String else {
            return try await draggedText(isTextInteractionEnabled: isTextInteractionEnabled)
        }
        return text
    }

    @Test func `a drag selects text, and none where text interaction is off`() async throws {
        #expect(try await draggedText(isTextInteractionEnabled: true).hasPrefix("some text"))
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
