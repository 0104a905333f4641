import Foundation
import Testing

@testable import URLSchemeRouter

/// Callbacks that must not be opened.
struct CallbackAddressTests {
    static let unfit = [
        "done", "/done", "//host/done", "?x=1", "#top", ":", "://", "://done", "other:", "1other://done",
        "o_ther://done",
        "ot her://done", " other://done", "öther://done", "other", "-x://done", "javascript:alert(1)",
        "JavaScript://%0Aalert(1)", "vbscript:x", "data:text/html,<script>", "DATA:,x", "blob:https://a.example/1",
        "about:blank", "file:///etc/passwd", "filesystem:https://a.example/x", "other://done\r\nSet-Cookie:%20x=1",
        "other://done\n", "\nother://done", "other://do\u{0}ne", "other://done\tx", "java\tscript:alert(1)",
        "\u{1}javascript:alert(1)", "other\r\n://done",
    ]

    @Test(arguments: unfit, ["x-success", "x-error", "x-cancel"])
    func `a callback that is no address of an app or a website is refused and not opened`(text: String, name: String) {
        let recorder = Recorder()
        recorder.router.route("/x") { Issue.record("The outcome could not be told") }
        recorder.handle("notesapp:///x?\(name)=\(text.encoded)")
        #expect(recorder.opened.isEmpty)
        // NUL is refused everywhere, not only here.
        #expect(
            recorder.errors as? [URLSchemeRouter.RequestError] == [
                text.contains("\u{0}") ? .controlCharacter(name) : .badCallback(parameter: name)
            ])
    }

    @Test func `an unfit x-success is reported to x-error`() {
        let recorder = Recorder()
        recorder.router.route("/x") { Issue.record("The outcome could not be told") }
        recorder.handle("notesapp:///x?x-success=done&x-error=other://failed")
        #expect(
            recorder.opened == [
                "other://failed?errorCode=400&errorMessage=The%20parameter%20%22x-success%22%20is%20not%20an%20absolute%20URL%20"
                    + "of%20an%20app%20or%20a%20website.%20Percent-encode%20a%20whole%20URL%20there."
            ])
    }
}
