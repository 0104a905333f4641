import Testing

/// The tests of the built command. One after the other: each starts a display and WebKit's processes.
@Suite("Command line", .serialized, .timeLimit(.minutes(2)))
enum CommandLineSuite {}
