/// The report for programs: each event as it happens, one line of JSON each; see ``RunEvent`` for the form.
public struct JSONReporter: RunReporter {
    private let write: @Sendable (String) -> Void

    /// A reporter that writes whole lines.
    public init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Takes the next event, and writes it.
    public mutating func receive(_ event: RunEvent) { write(event.line + "\n") }
}
