extension WebPage {
    /// Runs `functionBody` as the body of an asynchronous function with `arguments` as its variables, and waits for its result. Apple API.
    ///
    /// ```swift
    /// let sum = try await page.callJavaScript("return a + b", arguments: ["a": 1, "b": 2]) as? Int
    /// ```
    ///
    /// - Parameters:
    ///   - functionBody: the statements of the function.
    ///   - arguments: text, numbers, Booleans, dates, null, arrays and dictionaries.
    ///   - frame: the frame; nil for the main frame.
    ///   - contentWorld: the world; nil for that of the page's own scripts.
    /// - Returns: the result; nil for a function without one.
    /// - Throws: ``WKError`` for a script that throws, a result that cannot leave the page, a frame that is gone, or a dead web process.
    @discardableResult
    public func callJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: FrameInfo? = nil,
        contentWorld: WKContentWorld? = nil
    ) async throws -> sending Any? {
        try await view.callAsyncJavaScript(
            functionBody, arguments: arguments, in: frame?.wrapped, contentWorld: contentWorld ?? .page)
    }
}
