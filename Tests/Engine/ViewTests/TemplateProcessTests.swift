import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests of the process that WebKit's processes are forked from.
@MainActor
@Suite(
    .serialized, .hangLimit(minutes: 1),
    .disabled(if: getenv("ASAN_OPTIONS") != nil || getenv("TSAN_OPTIONS") != nil, "a sanitizer prepares itself there"))
struct TemplateProcessTests {
    @Test func `a view's processes are forked from this program, and are its children`() async throws {
        let (pages, navigations) = (Pages(), Navigations())
        pages["/"] = "<p>page"
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        for name in ["WebKitWebProces", "WebKitNetworkPr"] {
            let numbers = try withExtendedLifetime(view) { try WebKitProcesses.named(name) }
            #expect(numbers.contains { WebKitProcesses.program(of: $0) == own }, "\(name)")
        }
    }

    @Test func `a view's processes have the limits that this process has at their start`() async throws {
        let (pages, navigations) = (Pages(), Navigations())
        pages["/"] = "<p>page"
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let limits = try String(contentsOfFile: "/proc/self/limits", encoding: .utf8)
        let numbers = try withExtendedLifetime(view) { try WebKitProcesses.named("WebKitWebProces") }
        for number in numbers {
            // Another test's process may end meanwhile.
            guard let text = try? String(contentsOfFile: "/proc/\(number)/limits", encoding: .utf8) else { continue }
            #expect(line("Max open files", of: text) == line("Max open files", of: limits))
        }
    }

    private func line(_ name: String, of text: String) -> Substring? {
        text.split(separator: "\n").first { $0.hasPrefix(name) }
    }
}
