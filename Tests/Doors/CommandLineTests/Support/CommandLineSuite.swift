import TestSupport
import Testing

// The tests of the built command. Each starts a display and WebKit's processes, so that the tests of a suite run one after the
// other; the suites run beside each other.

/// The tests of everything that the suites below do not name.
@Suite("Command line", .serialized, .hangLimit(minutes: 2))
enum CommandLineSuite {}

/// The tests of `swwebview test`: which pages it runs, and how.
@Suite("Command line: test", .serialized, .hangLimit(minutes: 2))
enum PageCommandSuite {}

/// The tests of what `swwebview test` writes about pages.
@Suite("Command line: reports", .serialized, .hangLimit(minutes: 2))
enum ReportSuite {}

/// The tests of `swwebview snapshot`.
@Suite("Command line: snapshot", .serialized, .hangLimit(minutes: 2))
enum SnapshotSuite {}

/// The tests of frameworks, native.js and recordings.
@Suite("Command line: native halves", .serialized, .hangLimit(minutes: 2))
enum NativeSuite {}

/// The tests of the origins that pages are served at, and of their servers.
@Suite("Command line: origins", .serialized, .hangLimit(minutes: 2))
enum OriginSuite {}

/// The tests of processes that end, pages that fail and other hostile input.
@Suite("Command line: failures", .serialized, .hangLimit(minutes: 2))
enum FailureSuite {}
