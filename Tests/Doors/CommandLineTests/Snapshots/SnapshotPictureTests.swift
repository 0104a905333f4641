import Foundation
import TestSupport
import Testing
import WebKit

extension SnapshotSuite {
    @Suite("snapshot: what the picture shows") struct SnapshotPictureTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            let page = """
                <!doctype html><link rel="stylesheet" href="page.css">
                <div id="top"></div><div id="box"></div><div id="empty"></div><div id="bottom"></div>
                """
            let style = """
                body { margin: 0; background: rgb(255, 255, 255); }
                #top { height: env( safe-area-inset-top, 7px ); background: rgb(0, 128, 0); }
                #box { width: 50px; height: 30px; margin: 1200px 0 0 10px; background: rgb(200, 100, 50); }
                #empty { width: 0; }
                #bottom { height: calc(env(safe-area-inset-bottom) + 6px); background: rgb(0, 0, 128); }
                @media (prefers-color-scheme: dark) { body { background: rgb(10, 20, 30); } }
                @media (prefers-reduced-motion: reduce) { #box { background: rgb(1, 2, 3); } }
                """
            try folder.write(page, to: "page.html")
            try folder.write(style, to: "page.css")
        }

        private func picture(_ options: String...) async throws -> WKSnapshotImage {
            let run = try await Command.start(["snapshot", "page.html", "-o", "a.png"] + options, in: folder).result()
            #expect(run.status == 0, "\(run.errors)")
            return try #require(WKSnapshotImage(pngData: try folder.data("a.png")))
        }

        @Test func `the scale multiplies the pixels of the size`() async throws {
            let image = try await picture("--size", "200x100", "--scale", "3")
            #expect(image.size == CGSize(width: 600, height: 300))
            // Without a device env() does not take its fallback: WebKit has the variable, with the value zero.
            #expect(image.pixel(x: 1, y: 1) == [255, 255, 255, 255])
        }

        @Test func `the picture of a selector shows its element alone`() async throws {
            let image = try await picture("--selector", "#box", "--scale", "2")
            #expect(image.size == CGSize(width: 100, height: 60))
            for (x, y) in [(0, 0), (99, 59), (50, 30)] { #expect(image.pixel(x: x, y: y) == [200, 100, 50, 255]) }
        }

        @Test func `the picture of a full page has the height of the page in device pixels`() async throws {
            let image = try await picture("--size", "100x100", "--full-page", "--scale", "2")
            #expect(image.size == CGSize(width: 200, height: 2472))
            #expect(image.pixel(x: 0, y: 2471) == [0, 0, 128, 255])
        }

        @Test func `a page is shown in its light colours, and with --dark in its dark ones`() async throws {
            #expect(try await picture("--size", "50x50").pixel(x: 25, y: 25) == [255, 255, 255, 255])
            #expect(try await picture("--size", "50x50", "--dark").pixel(x: 25, y: 25) == [10, 20, 30, 255])
        }

        @Test func `a page prefers reduced motion with --reduced-motion`() async throws {
            let image = try await picture("--selector", "#box", "--reduced-motion")
            #expect(image.pixel(x: 25, y: 15) == [1, 2, 3, 255])
        }

        @Test func `a device gives the picture its size, scale and safe area`() async throws {
            let image = try await picture("--device", "iphone-17 PRO", "--full-page")
            // 62 above, 34 below, 1230 and 6 of the page's own.
            #expect(image.size == CGSize(width: 1206, height: (62 + 1230 + 34 + 6) * 3))
            #expect(image.pixel(x: 600, y: 62 * 3 - 1) == [0, 128, 0, 255])
            #expect(image.pixel(x: 600, y: 62 * 3) == [255, 255, 255, 255])
        }

        @Test func `a device in landscape has its sides exchanged and its landscape safe area`() async throws {
            let image = try await picture("--device", "iPhone SE", "--landscape")
            #expect(image.size == CGSize(width: 667 * 2, height: 375 * 2))
            #expect(image.pixel(x: 600, y: 1) == [255, 255, 255, 255])
        }

        @Test func `a size overrides the size of the device and keeps its scale`() async throws {
            let image = try await picture("--device", "iPhone SE", "--size", "100x80")
            #expect(image.size == CGSize(width: 200, height: 160))
        }

        @Test func `a page finds the user agent, platform, touch points and screen of the device`() async throws {
            let page = """
                <body style="margin: 0"><script>
                const facts = [/^Mozilla\\/5\\.0 \\(iPhone;/.test(navigator.userAgent), navigator.platform === "iPhone",
                    navigator.maxTouchPoints === 5, screen.width === 375, screen.height === 667, devicePixelRatio === 2];
                document.body.style.background = facts.every(Boolean) ? "rgb(0, 255, 0)" : "rgb(255, 0, 0)";
                document.title = facts.join();
                </script>
                """
            try folder.write(page, to: "page.html")
            #expect(try await picture("--device", "iPhone SE").pixel(x: 5, y: 5) == [0, 255, 0, 255])
            #expect(try await picture().pixel(x: 5, y: 5) == [255, 0, 0, 255])
        }

        @Test func `a snapshot that waits for an idle network shows the page after its last request`() async throws {
            // One request after the other, each begun after the last one's answer: the load event is long past.
            let page = """
                <body style="margin: 0"><script>
                onload = () => setTimeout(async () => {
                    for (let turn = 0; turn < 4; turn++) await (await fetch("page.css?" + turn)).text();
                    document.body.style.background = "rgb(0, 255, 0)";
                }, 100);
                </script>
                """
            try folder.write(page, to: "page.html")
            #expect(try await picture("--wait", "network-idle").pixel(x: 5, y: 5) == [0, 255, 0, 255])
        }

        @Test(arguments: [("#missing", "finds no element"), ("##", "is no selector"), ("#empty", "has no size")])
        func `a selector without an element to show ends with exit code 1 and a reason`(
            selector: String, reason: String
        ) async throws {
            let run = try await Command.run("snapshot", "page.html", "-o", "a.png", "--selector", selector, in: folder)
            #expect(run.status == 1)
            #expect(run.errors.contains(reason) && run.errors.contains(selector))
        }

        @Test func `snapshot, test and preview list the devices with size, scale and safe area`() async throws {
            for command in ["snapshot", "test", "preview"] {
                let run = try await Command.run(command, "--list-devices", in: folder)
                #expect(run.status == 0)
                #expect(run.output.contains(/iPhone 17 Pro +402x874 +@3x +safe area 62 0 34 0/))
            }
        }

        @Test(arguments: [
            (["--device", "iPhone 71"], "Do you mean iPhone 17"),
            (["--device", "Pixel"], "--list-devices"),
            (["--landscape"], "--device"),
            (["--scale", "0"], "--scale"),
            (["--selector", "a", "--full-page"], "--full-page"),
            (["--wait", "never"], "never"),
            (["--threshold", "101", "--compare", "a.png"], "--threshold"),
            (["--tolerance", "256", "--compare", "a.png"], "--tolerance"),
            (["--diff", "d.png"], "--compare"),
            (["--update"], "--compare"),
        ])
        func `a wrong option or value ends with exit code 2 and a hint`(options: [String], named: String) async throws {
            let run = try await Command.start(["snapshot", "page.html", "-o", "a.png"] + options, in: folder).result()
            #expect(run.status == 2)
            #expect(run.errors.contains(named))
        }
    }
}
