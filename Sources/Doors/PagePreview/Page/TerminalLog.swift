import Foundation

extension PagePreview {
    /// Writes the page's console, and news of the preview, as lines from now on.
    public func print(to write: @escaping @MainActor (String) -> Void) {
        _ = observe { event in
            guard case .entry(let entry) = event, entry.kind != .bridge else { return }
            write("\(entry.kind == .preview ? "preview" : entry.detail): \(Self.plain(entry.text))\n")
        }
    }

    /// Returns a page's text without characters that move the cursor or change colours of the terminal.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isControl = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
                    return isControl ? "\u{FFFD}" : scalar
                }))
    }
}
