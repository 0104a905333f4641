import Reports

/// A page as the recorder sees it: its events, one second each.
struct PageScript {
    var recorder = PageRecorder(page: "a.html")
    var events: [RunEvent] = []
    private var seconds = 0.0

    var result: PageRunResult { recorder.result }

    mutating func feed(_ pageEvents: PageEvent...) {
        for event in pageEvents {
            seconds += 1
            events += recorder.receive(event, at: seconds)
        }
    }

    mutating func feed(messages: String...) {
        for message in messages {
            seconds += 1
            events += recorder.receive(message: message, at: seconds)
        }
    }

    mutating func log(_ texts: String...) {
        for text in texts { feed(.console(.log, text)) }
    }

    @discardableResult
    mutating func settled() -> PageRunResult {
        feed(.settled)
        return result
    }
}
