import Simulator
import TestSupport
import Testing

struct CallOrderTests {
    @Test("Calls of the main actor begin in their order", .hangLimit(minutes: 1))
    @MainActor func order() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            const heard = [];
            export default {
                handlers: { note: (value) => void heard.push(value), all: () => heard },
                plugins: { Notes: { add: (value) => void heard.push(value) } },
                events: { noted: (value) => void heard.push(value) },
            };
            """, to: "native.js")
        let script = try await NativeScript.load(folder.url.path + "/native.js")
        let numbers = (0..<3000).map { NativeValue.number(Double($0)) }
        let calls = numbers.enumerated().map { index, number in
            Task.immediate { @MainActor in
                switch index % 3 {
                case 0: _ = try await script.handler("note", body: number, frame: nil)
                case 1: _ = try await script.plugin("Notes", method: "add", options: number)
                default: try await script.event("noted", detail: number, frame: nil)
                }
            }
        }
        for call in calls { try await call.value }
        #expect(try await script.handler("all", body: nil, frame: nil) == .array(numbers))
    }
}
