import Foundation
import Testing

/// The list of WebKit's behaviours names tests that exist.
struct BehaviourTests {
    private struct Line {
        let number: Int
        let names: [String]
        let reason: String?

        init?(_ text: Substring) {
            let parts = text.split(separator: " | ").map(String.init)
            guard parts.count == 3, let number = Int(parts[0]) else { return nil }
            self.number = number
            reason = parts[2].hasPrefix("none: ") ? String(parts[2].dropFirst(6)) : nil
            names = reason == nil ? parts[2].components(separatedBy: " & ") : []
        }
    }

    private func lines() throws -> [Line] {
        let list = repository.appending(path: "Tests/GuideTests/Surface/Behaviours.txt")
        let text = try String(contentsOf: list, encoding: .utf8)
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            try #require(Line(line), "A line that cannot be read: \(line)")
        }
    }

    /// The names of the tests in the folders that test the API.
    private func testNames() throws -> Set<String> {
        var names: Set<String> = []
        for folder in ["Engine", "Bridge/BridgeTests", "Simulator/PhoneTests"] {
            let root = repository.appending(path: "Tests/\(folder)")
            let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift" else { continue }
                let text = try String(contentsOf: file, encoding: .utf8)
                for match in text.matches(of: /func `([^`]+)`|@Test\(\s*"((?:[^"\\]|\\.)+)"/) {
                    if let name = match.output.1 ?? match.output.2 { names.insert(String(name)) }
                }
            }
        }
        return names
    }

    @Test func `each behaviour is listed once, at least 150 have a test, and each test that is named exists`() throws {
        let (lines, names) = (try lines(), try testNames())
        #expect(lines.map(\.number) == Array(1...174))
        for line in lines {
            let missing = line.names.filter { !names.contains($0) }
            #expect(missing.isEmpty, "\(line.number): no test has the name \(missing)")
            #expect(line.reason?.isEmpty != true)
        }
        #expect(lines.count { !$0.names.isEmpty } >= 150)
    }
}
