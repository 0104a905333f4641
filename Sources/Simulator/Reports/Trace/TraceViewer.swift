public import Foundation
import HTTPMessages
import ProcessFiles

/// The viewer of traces: one HTML page with the trace in it, which needs no network and no other file.
///
/// Texts of the traced page are data: the viewer shows them as text, and the page's document in a frame without scripts.
public enum TraceViewer {
    /// The largest trace that a viewer shows, in bytes.
    private static let largest = 256 << 20

    /// Returns the viewer of a trace as HTML.
    ///
    /// - Throws: ``TraceError`` for a file that is no trace.
    public static func document(of file: URL) throws(TraceError) -> Data {
        let entries = try entries(of: file)
        let nonce =
            String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
        let policy = """
            default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-\(nonce)'; base-uri 'none'; \
            form-action 'none'
            """
        let style = InterfaceStyle.palette + EmbeddedFiles.viewer_css
        let script = [
            EmbeddedFiles.trace_model_js, EmbeddedFiles.viewer_js, EmbeddedFiles.entry_detail_js,
            EmbeddedFiles.timeline_js,
        ].joined(separator: "\n")
        var document = Data(
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <title>Trace</title>
            <style>
            \(style)</style>
            <header>
            <h1 id="page"></h1> <span id="result" class="pill"></span> <p id="facts"></p> <p id="warning" role="status"></p>
            </header>
            <section id="timeline" aria-label="Timeline"><canvas id="canvas"></canvas><div id="hint" hidden></div></section>
            <main>
            <section id="entries" aria-label="Entries">
            <div id="tabs" class="tabs" role="tablist" aria-label="Kinds"></div>
            <div class="filter"><input id="search" type="search" placeholder="Filter" aria-label="Filter">
            <label><input id="failed" type="checkbox"> failures</label> <button id="range" type="button" hidden>Whole time</button></div>
            <ol id="list" role="listbox" tabindex="0" aria-label="Entries"></ol>
            </section>
            <section id="detail" aria-label="Entry" tabindex="0"></section>
            </main>
            <script type="application/json" id="trace">
            """.utf8)
        document.append(entries)
        document.append(Data("</script>\n<script nonce=\"\(nonce)\">\n\(script)</script>\n</html>\n".utf8))
        return document
    }

    private struct Header: Decodable {
        struct Content: Decodable {
            var format: String
            var version: Int
        }
        var data: Content
    }

    /// Returns the lines of a trace without any `<`, so that no text in it ends the script element. The viewer shows which it can read.
    private static func entries(of file: URL) throws(TraceError) -> Data {
        let size = (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int ?? 0
        guard size <= largest else {
            throw TraceError("\(file.relativePath) cannot be read: it has over \(largest) bytes.")
        }
        let bytes: Data
        do { bytes = try Data(contentsOf: file) } catch {
            throw TraceError("\(file.relativePath) cannot be read: \(error.fileReason).")
        }
        let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard let header = try? JSONText.decode(Header.self, from: first),
            header.data.format == "swwebview trace"
        else { throw TraceError("\(file.relativePath) is no trace. `swwebview test --trace on` writes traces.") }
        guard header.data.version == 1 else {
            throw TraceError(
                "\(file.relativePath) has the version \(header.data.version), and this program reads version 1.")
        }
        var text = Data()
        for part in bytes.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false) {
            if !text.isEmpty { text.append(contentsOf: "\\u003c".utf8) }
            // HTML would make a line break of it.
            text.append(contentsOf: part.lazy.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 })
        }
        return text
    }
}
