import Foundation
import TestSupport
import Testing
import WebKit

extension SnapshotSuite {
    @Suite("snapshot --compare") struct SnapshotComparisonTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try write(box: "rgb(0, 0, 0)")
        }

        /// A page of 100 x 100 pixels, of which 10 x 10 are the box's.
        private func write(box colour: String) throws {
            try folder.write(
                "<body style='margin: 0; background: white'><div style='width: 10px; height: 10px; background: \(colour)'>",
                to: "page.html")
        }

        private func compare(_ options: String...) async throws -> CommandResult {
            try await Command.start(
                ["snapshot", "page.html", "--size", "100x100", "--compare", "base.png"] + options, in: folder
            ).result()
        }

        @Test func `a missing baseline ends with exit code 2 and names --update`() async throws {
            let run = try await compare()
            #expect(run.status == 2)
            #expect(run.errors.contains("base.png") && run.errors.contains("--update"))
        }

        @Test func `an equal picture ends with exit code 0 and writes no difference`() async throws {
            #expect(try await compare("--update").output == "base.png\n")
            let run = try await compare("--diff", "diff.png")
            #expect(run.status == 0)
            #expect(run.output.contains("0 of 10000 pixels differ"))
            #expect(throws: (any Error).self) { try folder.data("diff.png") }
        }

        @Test func `a different picture beyond the threshold ends with exit code 1 and a difference`() async throws {
            #expect(try await compare("--update").status == 0)
            try write(box: "white")
            let run = try await compare("--diff", "diff.png", "-o", "now.png")
            #expect(run.status == 1)
            #expect(run.errors.contains("100 of 10000 pixels differ (1 %"))
            #expect(run.errors.contains("diff.png"))
            let diff = try #require(WKSnapshotImage(pngData: try folder.data("diff.png")))
            #expect(diff.size == CGSize(width: 100, height: 100))
            #expect(diff.pixel(x: 9, y: 9) == [229, 0, 43, 255])
            #expect(diff.pixel(x: 10, y: 9) == [254, 254, 254, 255])
            // The picture is written all the same.
            #expect(WKSnapshotImage(pngData: try folder.data("now.png")) != nil)
            #expect(try await compare("--threshold", "1").status == 0)
            #expect(try await compare("--threshold", "0.99").status == 1)
        }

        @Test func `pixels are equal if each channel is within the tolerance`() async throws {
            #expect(try await compare("--update").status == 0)
            try write(box: "rgb(4, 4, 4)")
            #expect(try await compare().status == 1)
            #expect(try await compare("--tolerance", "3").status == 1)
            #expect(try await compare("--tolerance", "4").status == 0)
        }

        @Test func `a picture of another size differs, whatever the threshold`() async throws {
            #expect(try await compare("--update").status == 0)
            let run = try await compare("--size", "100x90", "--threshold", "100", "--diff", "diff.png")
            #expect(run.status == 1)
            #expect(run.errors.contains("100x90") && run.errors.contains("100x100"))
            let diff = try #require(WKSnapshotImage(pngData: try folder.data("diff.png")))
            #expect(diff.size == CGSize(width: 100, height: 100))
        }

        @Test func `a baseline that is no PNG file ends with exit code 2`() async throws {
            try folder.write("no picture", to: "base.png")
            let run = try await compare()
            #expect(run.status == 2)
            #expect(run.errors.contains("base.png is no PNG file"))
        }
    }
}
