/// Converts WebKitGTK's report on a failed script to the ``WKError`` that WebKit gives on iOS.
enum ScriptFailure {
    /// The codes of WebKitGTK's script errors.
    private static let unsupportedParameter = 600
    private static let unsupportedResult = 601

    /// Returns whether the report may also stand for a web process that has died, which is reported a little later.
    static func mayBeTermination(_ error: ShimError) -> Bool { error.code == unsupportedResult }

    static func error(for error: ShimError) -> WKError {
        switch error.code {
        case unsupportedResult: WKError(.javaScriptResultTypeIsUnsupported)
        case unsupportedParameter: WKError(.javaScriptExceptionOccurred, userInfo: userInfo(for: error.message))
        default: WKError(.javaScriptExceptionOccurred, userInfo: userInfo(for: error.message))
        }
    }

    /// Takes `source:line:column: message` apart; without a place the line and the column are 0.
    static func userInfo(for text: String) -> [String: Any] {
        var info: [String: Any] = [
            WKError.exceptionMessageKey: text, WKError.exceptionLineNumberKey: 0, WKError.exceptionColumnNumberKey: 0,
        ]
        if let match = text.prefixMatch(of: /(?s)(\S*?):(\d+):(\d+): (.*)/), let line = Int(match.2),
            let column = Int(match.3)
        {
            info[WKError.exceptionMessageKey] = String(match.4)
            info[WKError.exceptionLineNumberKey] = line
            info[WKError.exceptionColumnNumberKey] = column
            if let url = URL(string: String(match.1)) { info[WKError.exceptionSourceURLKey] = url }
        }
        return info
    }
}
