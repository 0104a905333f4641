/// Holds the events of a page back until its client can read them.
///
/// Events before the first reply belong to an earlier client. Playwright's process ends on an event of a page whose frames it has not read,
/// so later ones wait until it enables the domain `Runtime`, which it does once it has the frames.
struct EventGate<Event> {
    private enum State {
        case before, held, open
    }

    private var state = State.before
    private var waiting: [Event] = []

    /// Ends the time before the first reply.
    mutating func replied() { if state == .before { state = .held } }

    /// Opens the gate, and returns the events that have waited.
    mutating func open() -> [Event] {
        state = .open
        defer { waiting = [] }
        return waiting
    }

    /// Returns whether an event may pass now.
    mutating func lets(_ event: Event) -> Bool {
        if state == .held { waiting.append(event) }
        return state == .open
    }
}
