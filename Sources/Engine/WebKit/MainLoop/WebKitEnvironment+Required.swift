extension WebKitEnvironment {
    /// Prepares what WebKit needs, or ends the program with a sentence that says what to install.
    static func require() {
        do { try prepare() } catch { fatalError("\(error)") }
    }
}
