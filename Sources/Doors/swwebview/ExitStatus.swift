/// The exit status of the command.
enum ExitStatus: Int32, Error {
    /// All is well.
    case success = 0
    /// A test failed, or a page could not be shown.
    case failure = 1
    /// The command line cannot be used.
    case usage = 2
    /// A display or a library is missing.
    case environment = 3
    /// Ctrl-C ended a run of tests, as a shell has it: 128 and the signal's number.
    case interrupted = 130
}
