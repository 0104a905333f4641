import Testing
import WebViewTesting

@Suite struct HookScriptTests {
    @Test func `the source is a strict function with its message handler and a testharness hook`() {
        #expect(HookScript.source.hasPrefix("(() => {\n'use strict';"))
        #expect(HookScript.source.contains("messageHandlers?.\(HookScript.messageHandlerName)"))
        #expect(HookScript.source.contains("add_completion_callback"))
    }
}
