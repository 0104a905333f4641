import Foundation
import Testing

/// The guide "The surface of WebKit" says what the code says.
struct SurfaceTests {
    @Test func `the table of WebKit's API has the state of each symbol in the code`() throws {
        let checklist = repository.appending(path: "Tests/GuideTests/Surface/Checklist.txt")
        let guide = repository.appending(path: "Sources/Engine/WebKit/WebKit.docc/Surface.md")
        let table = SurfaceTable(
            checklist: try String(contentsOf: checklist, encoding: .utf8), graph: try SymbolGraph())
        if ProcessInfo.processInfo.environment["SURFACE"] == "write" {
            try table.markdown.write(to: guide, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: guide, encoding: .utf8).split(separator: "\n")
        let found = table.markdown.split(separator: "\n")
        #expect(Set(found).subtracting(written).isEmpty && written.count == found.count)
    }
}
