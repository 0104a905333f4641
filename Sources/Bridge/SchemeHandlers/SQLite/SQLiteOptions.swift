/// The permissions of pages on a database, and the pages that have them.
public struct SQLiteOptions: Sendable {
    /// Whether every change is refused. The file is opened read-only then.
    public var isReadOnly = false

    /// The tables and views that pages may know, in any case; nil for all but SQLite's own.
    public var tables: Set<String>?

    /// The number of seconds that a change waits for another process's, before it is answered with a 503.
    public var busyTimeout: Double = 10

    /// The most bytes that the body of a request may have; more is answered with a 413.
    public var largestBody = 64 << 20

    /// The pages that get answers.
    public var origins = PageOrigins.applications

    /// Makes options with the default values.
    public init() {}
}
