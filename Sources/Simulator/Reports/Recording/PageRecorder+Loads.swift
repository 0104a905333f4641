extension PageRecorder {
    /// Prints a failed load with the output of the current test.
    mutating func receiveFailedLoad(_ address: String, _ reason: String) -> [RunEvent] {
        // The bridge has added the fragment.
        let address = String(address.prefix { $0 != "#" })
        let place = locate?(SourcePosition(url: address, line: 1)).file ?? address
        let text = "\(place) could not be loaded: \(reason)"
        // Print repeated failures once.
        guard failedLoads.count < 1000, !failedLoads.contains(text) else { return [] }
        failedLoads.append(text)
        return printed(ConsoleLine(level: .error, text: text))
    }

    /// The failures of a page without tests whose document's scripts failed to load.
    var missingScriptFailures: [PageFailure] {
        guard !missingScripts.isEmpty else { return [] }
        return missingScripts.map { address in
            let name = address.map { locate?(SourcePosition(url: $0, line: 1)).file ?? $0 } ?? "a script of the page"
            let loads = failedLoads.map { "\n\($0)" }.joined()
            let message = "\(name), or a module that it imports, could not be loaded.\(loads)"
            return PageFailure(kind: .loadFailure, message: message)
        }
    }
}
