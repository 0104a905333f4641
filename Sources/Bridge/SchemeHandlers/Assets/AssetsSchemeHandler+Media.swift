extension AssetsSchemeHandler {
    /// Returns a script that says in the console that a `<video>` or `<audio>` of the scheme is not played, for a `WKUserScript`
    /// at document start. WebKitGTK gives media to a player that knows no custom schemes; on iOS they play.
    ///
    /// The script sees the elements of documents. An element outside them, such as `new Audio()`, has only its `error` event and
    /// the refusal of its `play()`.
    public static func mediaNotice(forURLScheme scheme: String) -> String {
        let name = scheme.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return """
            (() => {
                const told = new Set();
                addEventListener("error", ({ target }) => {
                    if (!(target instanceof HTMLMediaElement || target?.parentNode instanceof HTMLMediaElement)) return;
                    const address = String(target.currentSrc || target.src);
                    if (!address.toLowerCase().startsWith("\(name):") || told.has(address)) return;
                    told.add(address);
                    console.warn(`${address} is not played: WebKitGTK loads media from no custom scheme. On iOS it plays.`);
                }, true);
            })();
            """
    }
}
