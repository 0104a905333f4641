import Foundation
import TestSupport
import Testing

extension SnapshotSuite {
    @Suite("snapshot: still pictures") struct SnapshotStillnessTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Takes a picture of a page, and compares that of another page or run with it.
        private func compare(_ first: String, with second: String, _ options: String...) async throws -> CommandResult {
            try folder.write(first, to: "first.html")
            try folder.write(second, to: "second.html")
            let made = try await Command.start(
                ["snapshot", "first.html", "--compare", "a.png", "--update"] + options, in: folder
            ).result()
            #expect(made.status == 0, "\(made.errors)")
            return try await Command.start(["snapshot", "second.html", "--compare", "a.png"] + options, in: folder)
                .result()
        }

        private static func animated(_ style: String) -> String {
            """
            <style>@keyframes grow { from { width: 10px } to { width: 400px } }
            div { height: 100px; background: green; \(style) }</style><div></div>
            """
        }

        @Test func `a finite animation is shown at its end, an endless one without it`() async throws {
            let finite = try await compare(
                Self.animated("width: 400px"), with: Self.animated("animation: grow 20s forwards"))
            #expect(finite.status == 0, "\(finite.errors)")
            let endless = try await compare(
                Self.animated("width: 200px"), with: Self.animated("width: 200px; animation: grow 20s infinite"))
            #expect(endless.status == 0, "\(endless.errors)")
            let allowed = try await compare(
                Self.animated("width: 400px"), with: Self.animated("animation: grow 20s forwards"), "--animations",
                "allow")
            #expect(allowed.status == 1)
        }

        @Test func `the picture waits until two frames are equal`() async throws {
            let growing = """
                <div style="width: 1px; height: 100px; background: green"></div><script>
                let width = 1;
                const grow = () => {
                    document.querySelector("div").style.width = `${width += 10}px`;
                    if (width < 301) requestAnimationFrame(grow);
                };
                onload = grow;
                </script>
                """
            let run = try await compare(
                "<div style='width: 301px; height: 100px; background: green'></div>", with: growing)
            #expect(run.status == 0, "\(run.errors)")
        }

        @Test func `masked elements are covered, and a mask without an element is an error`() async throws {
            let page = "<p style='font-size: 40px'>%</p><b class='quiet'>same</b>"
            let run = try await compare(
                page.replacing("%", with: "12:01"), with: page.replacing("%", with: "12:59"), "--mask", "p", "--mask",
                ".quiet")
            #expect(run.status == 0, "\(run.errors)")
            let missing = try await Command.run(
                "snapshot", "first.html", "-o", "b.png", "--mask", ".advert", in: folder)
            #expect(missing.status == 1 && missing.errors.contains("“.advert” finds no element"))
        }

        @Test func `a clip shows its area, also out of sight`() async throws {
            let run = try await compare(
                "<body style='margin: 0'><div style='height: 1500px'></div><div style='height: 60px; background: red'>",
                with: "<body style='margin: 0; height: 3000px; background: red'>", "--clip", "0,1500,200x60")
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("0 of 12000 pixels differ"), "\(run.output)")
            let outside = try await Command.run(
                "snapshot", "first.html", "-o", "b.png", "--clip", "0,9000,20x20", in: folder)
            #expect(outside.status == 1 && outside.errors.contains("outside of the page"), "\(outside.errors)")
        }

        @Test func `scripts of a page and its frames find the time and the zone of the options`() async throws {
            try folder.write("<title>frame</title>", to: "frame.html")
            try folder.write("<iframe src='frame.html'></iframe>", to: "page.html")
            let expression = """
                [window, frames[0]].every(({ Date, Intl }) => new Date().toISOString() === "2026-01-01T11:00:00.000Z"
                    && Date.now() === +new Date() && new Date().getHours() === 12 && new Date(0).getTime() === 0
                    && Intl.DateTimeFormat().resolvedOptions().timeZone === "Europe/Berlin"
                    && new Intl.DateTimeFormat("en-GB", { hour: "numeric", minute: "numeric" }).format() === "12:00"
                    && new Date() instanceof Date && Date().includes("12:00:00"))
                    && performance.timeOrigin === Date.now() && new File([], "a").lastModified === Date.now()
                """
            let run = try await Command.run(
                "snapshot", "page.html", "-o", "a.png", "--timezone", "Europe/Berlin", "--clock", "2026-01-01T12:00",
                "--wait-for", expression, "--timeout", "10", in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }
    }
}
