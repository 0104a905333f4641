import Testing
import WebViewTesting

@Suite struct HookScriptTests {
    @Test func `the parts are one script that names its handler`() {
        #expect(HookScript.source.hasPrefix("(() => {\n'use strict';"))
        #expect(HookScript.source.contains("messageHandlers?.\(HookScript.messageHandlerName)"))
        #expect(HookScript.source.contains("add_completion_callback"))
    }
}
