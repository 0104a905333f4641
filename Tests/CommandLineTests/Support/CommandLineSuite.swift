import Testing

/// The tests of the built command. They run one after the other, since each starts a display and WebKit's processes.
@Suite("Command line", .serialized, .timeLimit(.minutes(2)))
enum CommandLineSuite {}

/// The tests of `swwebview test` and `swwebview snapshot`, one after the other beside those of ``CommandLineSuite``.
@Suite("Command line: test and snapshot", .serialized, .timeLimit(.minutes(2)))
enum PageCommandSuite {}
