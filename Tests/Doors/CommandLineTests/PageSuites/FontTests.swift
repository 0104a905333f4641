import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    @Suite("--fonts") struct FontTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// A page that fails where text in a font of iOS has another width than in a font of Debian.
        private static let page = """
            <!doctype html>
            <script>
            const pairs = [
                ["-apple-system", "Inter"], ["system-ui", "Inter"], ["'SF Pro Text'", "Inter"],
                ["'SF Pro Display'", "'Inter Display'"], ["'Helvetica Neue'", "'Liberation Sans'"],
                ["Menlo", "'DejaVu Sans Mono'"], ["'Apple Color Emoji'", "'Noto Color Emoji'"],
            ];
            const width = (family) => {
                const span = document.createElement("span");
                span.style.cssText = `font-size: 17px; white-space: nowrap; font-family: ${family}`;
                span.textContent = "Hamburgefonstiv 0123456789 😀";
                document.documentElement.append(span);
                return span.getBoundingClientRect().width;
            };
            console.log(`1..${pairs.length}`);
            pairs.forEach(([ios, debian], index) => {
                const isSame = width(ios) === width(debian) && width(debian) !== width("'DejaVu Sans'");
                console.log(`${isSame ? "ok" : "not ok"} ${index + 1} - ${ios}: ${width(ios)}, ${debian}: ${width(debian)}`);
            });
            </script>
            """

        @Test func `names of iOS's fonts show similar fonts`() async throws {
            try folder.write(Self.page, to: "page.html")
            let run = try await Command.run("test", "page.html", "--fonts", "ios", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(run.lastLine == "7 passed, 0 failed")
        }

        @Test func `without the option these names show the default font`() async throws {
            try folder.write(Self.page, to: "page.html")
            let run = try await Command.run("test", "page.html", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("-apple-system: "), "\(run.output)")
        }

        @Test func `missing fonts are named with their packages`() async throws {
            try folder.write(Self.page, to: "page.html")
            // A machine with DejaVu alone.
            try folder.write(
                """
                <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
                <fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>
                """, to: "fonts.conf")
            let run = try await Command.run(
                "test", "page.html", "--fonts", "ios", in: folder,
                environment: ["FONTCONFIG_FILE": folder.url.appending(path: "fonts.conf").path])
            #expect(run.status == 3)
            #expect(
                run.errors.contains("apt-get install fonts-inter fonts-liberation fonts-noto-color-emoji."),
                "\(run.errors)")
        }
    }
}
