/// Brings the events of pages that run at the same time into the order of the pages: those of the first unfinished page are
/// passed on as they happen, those of the pages after it wait.
struct OrderedEvents {
    private var current = 0
    private var waiting: [Int: [RunEvent]] = [:]
    private var closed: Set<Int> = []

    /// Adds an event of a page and returns the events that can be passed on now.
    mutating func add(_ event: RunEvent, of page: Int) -> [RunEvent] {
        if page == current { return [event] }
        waiting[page, default: []].append(event)
        return []
    }

    /// Notes that a page has ended and returns the events that can be passed on now.
    mutating func close(_ page: Int) -> [RunEvent] {
        closed.insert(page)
        var events: [RunEvent] = []
        while closed.remove(current) != nil {
            current += 1
            events += waiting.removeValue(forKey: current) ?? []
        }
        return events
    }
}
