/// The command with which a document asks to be told of loads.
enum TimelineCommands {
    static let table: CommandTable = [
        "/PerformanceObserver/observe": .notification { _, context in context.realm?.observeTimeline() }
    ]
}
