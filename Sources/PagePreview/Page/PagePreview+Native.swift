import NativeHosts

extension PagePreview {
    /// Adds a note of the native half to the log.
    func note(_ note: NativeHost.Note) {
        switch note {
        case .console(let level, let text):
            self.note(LogEntry(kind: .console, detail: level, text: "native.js: \(text)"))
        case .error(let error, let handler):
            let name = handler.map { "the handler “\($0)” failed: " } ?? ""
            self.note(LogEntry(kind: .console, detail: "error", text: "native.js: \(name)\(error.description)"))
        case .unrecorded(let message): self.note(LogEntry(kind: .console, detail: "error", text: message))
        }
    }
}
