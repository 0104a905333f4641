import Foundation

extension FidelityReport {
    /// The report as one HTML file that needs no network and no other file.
    public var html: String {
        let boxes = WebAPIClass.allCases.map { kind in
            let count = features.count { $0.class == kind }
            return """
                <label class="\(kind.rawValue)"><input type="checkbox" data-class="\(kind.rawValue)" checked> \(count) \
                \(kind.meaning)</label>
                """
        }
        let count = Set(features.flatMap(\.uses).map(\.page)).count
        let pages = "\(count) \(count == 1 ? "page" : "pages")"
        return ReportDocument(
            title: "Web APIs of \(pages)", styles: [EmbeddedFiles.fidelity_css],
            script: EmbeddedFiles.fidelity_js,
            header: """
                <h1>\(features.count) Web features of \(pages)</h1>
                <p>\(ios.map { "Pages ran with the differences of iOS \($0)." } ?? "Pages ran without a version of iOS.")</p>
                <form>\(boxes.joined(separator: "\n"))
                <input type="search" placeholder="Filter by name" aria-label="Filter by name"></form>
                """,
            main: WebAPIClass.allCases.reversed().map { section($0) }.joined()
        ).html
    }

    private func section(_ kind: WebAPIClass) -> String {
        let found = features.filter { $0.class == kind }
        guard !found.isEmpty else { return "" }
        return """
            <section class="\(kind.rawValue)">
            <h2>\(Self.title(kind))</h2>
            <table>
            <thead><tr><th>Feature</th><th>iOS</th><th>Guide</th><th>Uses</th></tr></thead>
            <tbody>
            \(found.map { row($0) }.joined())</tbody>
            </table>
            </section>

            """
    }

    private static func title(_ kind: WebAPIClass) -> String {
        let text = kind.meaning
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    private func row(_ feature: Feature) -> String {
        let since =
            switch feature.since {
            case nil: "all"
            case "never": "none"
            case let version?: "\(version)"
            }
        let version = feature.source.map { "<a href=\"\($0)\">\(since)</a>" } ?? since
        let count = feature.uses.reduce(0) { $0 &+ $1.count }
        let uses = feature.uses.map { use in
            "<li><code>\(Self.text(use.api))</code> ×\(use.count) <small>\(Self.text(use.position ?? use.page))</small></li>"
        }
        return """
            <tr><th scope="row">\(Self.text(feature.feature))</th><td>\(version)</td><td>\(Self.text(feature.guide))</td>
            <td><details><summary>\(count)</summary><ul>\(uses.joined())</ul></details></td></tr>

            """
    }

    private static func text(_ text: String) -> String { ReportText.html(text) }
}
