/// Converts WebKitGTK's report on a failed script to the ``WKError`` that WebKit gives on iOS.
enum ScriptFailure {
    /// The codes of WebKitGTK's script errors.
    private static let unsupportedResult = 601

    /// Returns whether the report may also stand for a web process that has died, which is reported a little later.
    static func mayBeTermination(_ error: ShimError) -> Bool { error.code == unsupportedResult }

    /// - Parameter placesOfCall: the number of columns before a ``FunctionCall`` in its first line; nil for another script.
    static func error(for error: ShimError, placesOfCall columns: Int? = nil) -> WKError {
        if error.code == unsupportedResult { return WKError(.javaScriptResultTypeIsUnsupported) }
        let info = columns.map { userInfo(ofCall: error.message, after: $0) } ?? userInfo(for: error.message)
        return WKError(.javaScriptExceptionOccurred, userInfo: info)
    }

    /// Takes `source:line:column: message` apart, where the column can be absent; without a place the line and the column are 0.
    static func userInfo(for text: String) -> [String: Any] {
        guard let match = text.prefixMatch(of: /(?s)(\S*?):(\d+)(?::(\d+))?: (.*)/), let line = Int(match.2),
            let column = Int(match.3 ?? "0")
        else { return userInfo(text, line: 0, column: 0) }
        var info = userInfo(String(match.4), line: line, column: column)
        if let url = URL(string: String(match.1)) { info[WKError.exceptionSourceURLKey] = url }
        return info
    }

    /// Takes the report on a ``FunctionCall`` apart. A syntax error has a place, and the reason of a rejection is text of any kind.
    ///
    /// - Parameter columns: the number of columns before the call in the first line.
    static func userInfo(ofCall text: String, after columns: Int = 0) -> [String: Any] {
        guard text.hasPrefix(FunctionCall.sourceURL + ":") else { return userInfo(text, line: 0, column: 0) }
        var info = userInfo(for: text)
        info[WKError.exceptionSourceURLKey] = nil
        if info[WKError.exceptionLineNumberKey] as? Int == 1,
            let column = info[WKError.exceptionColumnNumberKey] as? Int
        {
            info[WKError.exceptionColumnNumberKey] = max(column - columns, 0)
        }
        return info
    }

    private static func userInfo(_ message: String, line: Int, column: Int) -> [String: Any] {
        [
            WKError.exceptionMessageKey: message, WKError.exceptionLineNumberKey: line,
            WKError.exceptionColumnNumberKey: column,
        ]
    }
}
